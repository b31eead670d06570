import assert from 'node:assert/strict';
import { runProgram, type Commands } from '../../src/cli/program';

type Call = readonly [string, ...unknown[]];

function harness(): { calls: Call[]; out: string[]; run: (...args: string[]) => Promise<number> } {
  const calls: Call[] = [];
  const out: string[] = [];
  const record =
    (name: string) =>
    (...args: unknown[]): Promise<0> => {
      calls.push([name, ...args]);
      return Promise.resolve(0);
    };
  const commands: Commands = {
    run: record('run'),
    audit: record('audit'),
    resume: record('resume'),
    runs: record('runs'),
    show: record('show'),
    diff: record('diff'),
    restore: record('restore'),
  };
  const write = (text: string): void => void out.push(text);
  return {
    calls,
    out,
    run: (...args) => runProgram(args, { version: '1.2.3', commands, write, writeError: write }),
  };
}

describe('arguments of bvl', () => {
  it('reads a whole call', async () => {
    const { calls, run } = harness();
    const code = await run(
      ...['run', '--task', 't', '--artifact', './-rf.md', '--artifact', 'b', '--ac', 'one'],
      ...['--ac', '- two', '--cap', '7', '--critics', 'security, coherence', '--strict'],
      ...['--no-baseline', '--confirm', 'audit-only', '--budget-tokens', '5000', '--json'],
    );
    assert.equal(code, 0);
    assert.deepEqual(calls, [
      [
        'run',
        {
          task: 't',
          artifact: ['./-rf.md', 'b'],
          ac: ['one', '- two'],
          cap: 7,
          critics: ['security', 'coherence'],
          strict: true,
          baseline: false,
          confirm: 'audit-only',
          budgetTokens: 5000,
          json: true,
          input: true,
        },
      ],
    ]);
  });

  it('does not fill in what was not said', async () => {
    const { calls, run } = harness();
    await run('run');
    await run('audit', '--no-input');
    assert.deepEqual(calls, [
      ['run', { input: true }],
      ['audit', { failOn: 'high', input: false }],
    ]);
  });

  it('hands runs and rounds on', async () => {
    const { calls, run } = harness();
    await run('resume');
    await run('resume', 'last', '--model', 'recorded:a.json');
    await run('show', 'abc', '--round', '0', '--raw');
    await run('diff', 'last', 'start', '2');
    await run('restore', 'last', 'undo');
    await run('runs', '--json');
    assert.deepEqual(calls, [
      ['resume', null, { input: true }],
      ['resume', 'last', { input: true, model: 'recorded:a.json' }],
      ['show', 'abc', { round: 0, raw: true }],
      ['diff', 'last', 'start', '2'],
      ['restore', 'last', 'undo'],
      ['runs', { json: true }],
    ]);
  });

  const wrong: readonly (readonly [string[], RegExp])[] = [
    [['run', '--cap', '0'], /--cap <n>' argument '0' is invalid\. .* from 1 to 50/],
    [['run', '--cap', '51'], /from 1 to 50/],
    [['run', '--cap', '2.5'], /from 1 to 50/],
    [['run', '--clean-rounds', '4'], /from 1 to 3/],
    [['run', '--critics', ' , '], /at least one lens/],
    [['run', '--strict', '--lenient'], /cannot be used with/],
    [['run', '--confirm', 'maybe'], /full, audit-only/],
    [['audit', '--fail-on', 'severe'], /high, medium, low, never/],
    [['audit', '--cap', '3'], /Unknown option '--cap'/],
    [['run', '--tusk', 'x'], /Did you mean --task/],
    [['rum'], /Unknown command 'rum'/],
    [['diff', 'last', '1'], /Missing required argument 'to'/],
    [['run', 'stray'], /Too many arguments|Unknown|stray/],
  ];
  for (const [args, message] of wrong) {
    it(`refuses: bvl ${args.join(' ')}`, async () => {
      const { calls, out, run } = harness();
      assert.equal(await run(...args), 3);
      assert.match(out.join(''), message);
      assert.deepEqual(calls, []);
    });
  }

  it('prints the version, and help of one screen with examples for every command', async () => {
    const { out, run } = harness();
    assert.equal(await run('--version'), 0);
    assert.deepEqual(out.splice(0), ['1.2.3\n']);
    for (const args of [
      ['--help'],
      ['help'],
      ['help', 'run'],
      ...['run', 'audit', 'resume', 'show', 'diff', 'restore'].map((name) => [name, '--help']),
    ]) {
      assert.equal(await run(...args), 0);
      const text = out.splice(0).join('');
      assert.match(text, /Examples?:/);
      const lines = text.split('\n');
      assert.ok(lines.length <= 45, `${args.join(' ')}: ${lines.length} lines`);
    }
  });
});

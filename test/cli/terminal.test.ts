import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cliFile, CliWorkspace } from '../support/cli/cli-workspace';
import {
  clean,
  critic,
  findings,
  implementor,
  Service,
  type Conversation,
} from '../support/cli/story';

const plan = '# Plan\n\nShip it soon.\n';
const vague = { severity: 'HIGH', issue: 'No date is given.', quote: 'Ship it soon.' } as const;
const brief = ['--task', 'Dates', '--artifact', 'plan.md', '--ac', 'Has-a-date'];
const disputed: readonly Conversation[] = [
  critic(findings(vague)),
  implementor([], ['Disputed — soon is a date']),
  critic(clean),
];

/** `script` of util-linux gives a process a terminal; other machines have none, or another one. */
const hasScript =
  process.platform === 'linux' &&
  spawnSync('script', ['-qec', 'exit 7', '/dev/null'], { stdio: ['pipe', 'ignore', 'ignore'] })
    .status === 7;

describe('bvl on a terminal', function () {
  let workspace: CliWorkspace;
  let service: Service | null = null;

  beforeEach(async function () {
    if (!hasScript) this.skip();
    workspace = await CliWorkspace.create({ 'plan.md': plan });
  });
  afterEach(async () => {
    if (!hasScript) return;
    await workspace.dispose();
    await service?.stop();
  });

  /** Types the next answer whenever a question (a text that ends in `: `) stands on the terminal. */
  const person = async (
    args: readonly string[],
    answers: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ code: number | null; shown: string }> => {
    const command = [process.execPath, cliFile, ...args].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: workspace.root,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', COLUMNS: '90', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const left = [...answers];
    let shown = '';
    let seen = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString('utf8');
      if (!/: \u001b\[\d+G$/.test(shown.slice(seen))) return;
      seen = shown.length;
      const answer = left.shift();
      if (answer !== undefined) child.stdin.write(answer);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    assert.deepEqual(left, [], shown);
    return { code, shown };
  };

  it('redraws one status line, asks, and goes on with the answer', async () => {
    service = await Service.start([
      ...disputed,
      implementor([], []),
      critic(clean),
      implementor([], []),
      critic(clean),
    ]);
    const { code, shown } = await person(
      ['run', ...brief],
      ['1\r', 'd\r', 'soon is fine\r'],
      service.env,
    );
    assert.equal(code, 0, shown);
    assert.match(shown, /\r\u001b\[2K/);
    assert.match(shown, /Round 1 of 5 · Implementor · /);
    assert.match(shown, /Disagreement: the Implementor disputes a HIGH finding\./);
    assert.match(shown, /\u001b\[31mHIGH/);
    assert.match(await workspace.journal(), /dismiss — \\"Ship it soon\.\\": soon is fine/);
  });

  it('takes Ctrl-C at a question as Stop, and asks again after resume', async () => {
    service = await Service.start([...disputed]);
    const stopped = await person(['run', ...brief], ['\u0003'], { ...service.env, NO_COLOR: '1' });
    assert.equal(stopped.code, 130, stopped.shown);
    assert.ok(!stopped.shown.includes('\u001b[31m'), 'no colours with NO_COLOR');
    const again = await person(['resume'], ['\u0004'], service.env);
    assert.equal(again.code, 2, again.shown);
    assert.match(
      again.shown,
      /Disagreement: [^]*No answer was given\.[^]*escalated — disagreement/,
    );
  });

  it('asks before it puts a text back over one that somebody has changed', async () => {
    service = await Service.start([critic(clean), critic(clean)]);
    const audit = ['audit', ...brief, '--no-input'];
    assert.equal((await person(audit, [], service.env)).code, 0);
    await workspace.write('plan.md', 'typed since\n');
    const restore = ['restore', 'last', 'start'];
    const kept = await person(restore, ['n\r'], {});
    assert.equal(kept.code, 0, kept.shown);
    assert.match(kept.shown, /Nothing was changed\./);
    assert.equal(await workspace.read('plan.md'), 'typed since\n');
    const replaced = await person(restore, ['y\r'], {});
    assert.equal(replaced.code, 0, replaced.shown);
    assert.equal(await workspace.read('plan.md'), plan);
  });

  it('goes on with another model where a phase has no usable reply, after resume too', async () => {
    service = await Service.start([
      critic('Fine!'),
      critic('Fine!'),
      critic('Fine!'),
      critic('Fine!'),
    ]);
    const other = ['2\r', 'anthropic:claude-other\r', '\u0004'];
    const first = await person(['audit', ...brief], other, service.env);
    assert.equal(first.code, 2, first.shown);
    const models = (): unknown[] => service?.double.bodies.map((body) => body.model) ?? [];
    assert.deepEqual(new Set(models().slice(0, 4)), new Set(['claude-sonnet-5-5']));
    assert.deepEqual(new Set(models().slice(4)), new Set(['claude-other']));
    assert.match(await workspace.journal(), /"kind":"retry","model":"claude-other"/);
    await service.stop();
    service = await Service.start([critic(clean)]);
    const again = await person(['resume'], ['1\r'], service.env);
    assert.equal(again.code, 0, again.shown);
    assert.deepEqual(new Set(models()), new Set(['claude-other']));
  });

  it('asks nothing with --no-input', async () => {
    service = await Service.start([...disputed]);
    const { code, shown } = await person(['run', ...brief, '--no-input'], [], service.env);
    assert.equal(code, 2, shown);
    assert.ok(!shown.includes('Choose'));
  });
});

import assert from 'node:assert/strict';
import { CliWorkspace } from '../support/cli/cli-workspace';
import {
  clean,
  critic,
  findings,
  hanging,
  implementor,
  judge,
  Service,
  testKey,
  type Conversation,
} from '../support/cli/story';

const plan = '# Plan\n\nShip it soon.\nTell the team.\n';
const vague = { severity: 'HIGH', issue: 'No date is given.', quote: 'Ship it soon.' } as const;
const brief = ['--task', 'A plan with dates', '--artifact', 'plan.md', '--ac', 'Has a date'];

/** Baseline with a HIGH, one repair, two clean rounds. */
const success: readonly Conversation[] = [
  critic(findings(vague)),
  implementor([['Ship it soon.', 'Ship it on 3 May.']]),
  critic(clean),
  implementor([], []),
  critic(clean),
];

describe('bvl run', () => {
  let workspace: CliWorkspace;
  let service: Service | null = null;

  beforeEach(async () => {
    workspace = await CliWorkspace.create({ 'plan.md': plan });
  });
  afterEach(async () => {
    await workspace.dispose();
    await service?.stop();
    service = null;
  });

  const serve = async (conversations: readonly Conversation[]): Promise<Record<string, string>> => {
    await service?.stop();
    service = await Service.start(conversations);
    return service.env;
  };

  it('revises the file to a clean end, in plain lines', async () => {
    const env = await serve(success);
    const { code, stdout, stderr } = await workspace.bvl(['run', ...brief], { env });
    assert.equal(code, 0, stderr);
    assert.equal(await workspace.read('plan.md'), plan.replace('soon', 'on 3 May'));
    assert.match(stdout, /Baseline audit\n.*\n {4}HIGH {3}No date is given\.\n.*plan\.md:3/);
    assert.match(
      stdout,
      /Round 1 of 5\n {2}Implementor {2}done: 1 addressed .*\n {2}Revised {6}plan\.md \(\+1 -1 lines\)/,
    );
    assert.match(stdout, /LOOP EXIT\n- Outcome: success\n- Rounds executed: 2 \/ 5/);
    assert.match(stdout, /Report: \.bvl\/runs\/.*\/report\.md/);
    assert.ok(!stdout.includes('\u001b'), 'no escape codes in a pipe');
    const host = new URL(service?.url ?? '').host;
    assert.ok(stderr.includes(`go to ${host}.\nThat host is set by ANTHROPIC_BASE_URL`), stderr);
    assert.match(
      stderr,
      /Model: anthropic: claude-sonnet-5-5\. Estimate: at least [\d.]+k? tokens/,
    );
    assert.ok(!`${stdout}${stderr}${await workspace.journal()}`.includes(testKey));
  });

  it('says host and model before anything is sent', async () => {
    const env = await serve([hanging('critic')]);
    const { child, ended } = workspace.start(['run', ...brief], { env });
    await service?.requests(1);
    child.kill('SIGINT');
    assert.match((await ended).stderr, /^Live: [^]*\nModel: anthropic: .*\nStopping/);
  });

  it('prints the events of the journal with --json, and nothing else on stdout', async () => {
    const env = await serve(success);
    const { code, stdout, stderr } = await workspace.bvl(['run', ...brief, '--json'], { env });
    assert.equal(code, 0, stderr);
    assert.equal(stdout, await workspace.journal());
    assert.match(stderr, /bvl: success; report: /);
  });

  it('ends with the escalation where nobody can be asked', async () => {
    const env = await serve([
      critic(findings(vague)),
      implementor([['Ship it soon.', 'Ship it later.']]),
      critic(findings({ ...vague, quote: 'Ship it later.' })),
      judge('N1 = B1'),
      judge('NO'),
    ]);
    const { code, stdout, stderr } = await workspace.bvl(['run', ...brief, '--cap', '1'], { env });
    assert.equal(code, 2, stderr);
    assert.match(stdout, /- Outcome: escalated — (cap reached|stalled)/);
    assert.match(stderr, /Go on with: bvl resume \d+-\d+-[0-9a-f]+/);
  });

  it('shows a blocked run as blocked', async () => {
    const env = await serve([critic('BLOCKED — the file is a stub')]);
    const { code, stdout } = await workspace.bvl(['run', ...brief], { env });
    assert.equal(code, 2);
    assert.match(stdout, /blocked: the file is a stub/);
    assert.match(stdout, /- Outcome: blocked/);
    assert.match(
      (await workspace.bvl(['runs'])).stdout,
      /blocked {2}0 rounds \(baseline blocked\)/,
    );
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`stops on ${signal}, publishes nothing, and goes on with resume`, async () => {
      const env = await serve([
        critic(findings(vague)),
        {
          when: { role: 'implementor' },
          turns: [
            {
              tools: [
                {
                  name: 'replace_text',
                  input: { path: 'plan.md', old_text: 'Ship it soon.', new_text: 'Half done.' },
                },
              ],
            },
            { text: 'thinking', fault: { kind: 'stall', afterEvents: 2 } },
          ],
        },
      ]);
      const { child, ended } = workspace.start(['run', ...brief], { env });
      await service?.requests(4);
      child.kill(signal);
      const stopped = await ended;
      assert.equal(stopped.code, 130, stopped.stderr);
      assert.match(stopped.stderr, /Stopping; nothing more is written/);
      assert.match(stopped.stdout, /- Outcome: escalated — stopped/);
      assert.equal(await workspace.read('plan.md'), plan);

      const again = await serve(success.slice(1));
      const resumed = await workspace.bvl(['resume'], { env: again });
      assert.equal(resumed.code, 0, resumed.stderr);
      assert.match(resumed.stdout, /taken up again/);
      assert.match(resumed.stdout, /- Outcome: success/);
      assert.equal(await workspace.read('plan.md'), plan.replace('soon', 'on 3 May'));
      assert.equal((await workspace.runs()).length, 1);
    });
  }

  it('ends at once on the second Ctrl-C, and can still be resumed', async () => {
    const env = await serve([critic(findings(vague)), hanging('implementor')]);
    const { child, ended } = workspace.start(['run', ...brief], { env });
    await service?.requests(3);
    child.kill('SIGINT');
    child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    const again = await serve(success.slice(1));
    const resumed = await workspace.bvl(['resume'], { env: again });
    assert.equal(resumed.code, 0, resumed.stderr);
  });

  it('is not disturbed by a reader that goes away', async () => {
    const env = await serve(success);
    const { child, ended } = workspace.start(['run', ...brief], { env });
    child.stdout.destroy();
    const { code, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.match(await workspace.journal(), /"outcome":"success"/);
  });

  it('takes the brief from a file, with flags over it', async () => {
    await workspace.write(
      '.bvl/briefs/plan.md',
      '---\nartifact: plan.md\ncap: 3\nlenses: [destruction]\nbaseline: false\n---\n## Task\n\nA plan with dates\n\n## Acceptance criteria\n\n- Has a date\n',
    );
    const env = await serve([
      implementor([], []),
      critic(clean),
      implementor([], []),
      critic(clean),
    ]);
    const args = ['run', '--brief', '../.bvl/briefs/plan.md', '--cap', '4'];
    await workspace.write('sub/empty.txt', '');
    const { code, stdout, stderr } = await workspace.bvl(args, { env, cwd: 'sub' });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Rounds executed: 2 \/ 4/);
  });

  it('takes a path that looks like an option', async () => {
    await workspace.write('-rf.md', plan);
    const env = await serve([critic(clean, '-rf.md')]);
    const args = ['audit', '--task', 't', '--artifact', './-rf.md', '--ac', 'a'];
    const { code, stdout, stderr } = await workspace.bvl(args, { env });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Artifact {2}-rf\.md/);
  });
});

import assert from 'node:assert/strict';
import { CliWorkspace } from '../support/cli/cli-workspace';
import { clean, critic, findings, implementor, Service } from '../support/cli/story';

const plan = '# Plan\n\nShip it soon.\nKey: sk-ant-api03-abcdefghijklmnop0123\n';
const vague = { severity: 'HIGH', issue: 'No date is given.', quote: 'Ship it soon.' } as const;
const brief = ['--task', 'A plan with dates', '--artifact', 'plan.md', '--ac', 'Has a date'];

describe('bvl run --record, and the recording replayed', () => {
  let workspace: CliWorkspace;
  let service: Service;

  beforeEach(async () => {
    workspace = await CliWorkspace.create({ 'plan.md': plan });
    service = await Service.start([
      critic(findings(vague)),
      implementor([['Ship it soon.', 'Ship it on 3 May.']]),
      critic(clean),
      implementor([], []),
      critic(clean),
    ]);
  });
  afterEach(async () => {
    await workspace.dispose();
    await service.stop();
  });

  it('replays to the same end without a service, and says what it is', async () => {
    const args = ['run', ...brief, '--record', 'rec.json'];
    const recorded = await workspace.bvl(args, { env: service.env });
    assert.equal(recorded.code, 0, recorded.stderr);
    assert.match(recorded.stderr, /Recording: rec\.json/);
    const text = await workspace.read('rec.json');
    assert.ok(!text.includes('sk-ant-'), 'keys are taken out');
    const after = await workspace.read('plan.md');

    await workspace.write('plan.md', plan);
    const replay = ['run', '--model', 'recorded:rec.json'];
    const replayed = await workspace.bvl(replay);
    assert.equal(replayed.code, 0, replayed.stderr);
    assert.match(replayed.stderr, /^This is a recorded run \("rec"\): no model is called/);
    assert.match(replayed.stdout, /Model {5}recorded run: rec/);
    assert.equal(await workspace.read('plan.md'), after);
  });

  it('is written for a run that escalates, and does not fit another file', async () => {
    const args = ['run', ...brief, '--cap', '1', '--clean-rounds', '1', '--no-baseline'];
    const recorded = await workspace.bvl([...args, '--record', 'rec.json'], { env: service.env });
    assert.equal(recorded.code, 2, recorded.stdout);
    await workspace.write('plan.md', '# Another\n');
    const runs = (await workspace.runs()).length;
    const replay = ['run', '--model', 'recorded:rec.json'];
    const replayed = await workspace.bvl(replay);
    assert.equal(replayed.code, 3);
    assert.match(
      replayed.stderr,
      /does not fit, so nothing was started:\n {2}plan\.md is not as it was[^]*bvl restore RUN start/,
    );
    const changed = ['--task', 'Other', '--critics', 'security', '--strict', '--clean-rounds', '1'];
    const other = await workspace.bvl([...replay, ...changed]);
    assert.equal(other.code, 3);
    assert.match(other.stderr, /task is another one[^]*lenses are Security, recorded: Destruction/);
    assert.match(other.stderr, /strictness is strict, recorded: normal[^]*leave them out/);
    assert.ok(!other.stderr.includes('clean rounds'), 'what fits is not named');
    assert.equal((await workspace.runs()).length, runs, 'no run folder is made');
  });

  it('has to be named again when a recorded run is resumed', async () => {
    const args = ['run', ...brief, '--cap', '1', '--clean-rounds', '1', '--no-baseline'];
    await workspace.bvl([...args, '--record', 'rec.json'], { env: service.env });
    await workspace.write('plan.md', plan);
    await workspace.bvl(['run', '--model', 'recorded:rec.json']);
    const resumed = await workspace.bvl(['resume']);
    assert.equal(resumed.code, 3);
    assert.match(resumed.stderr, /replays a recording \(rec\)[^]*--model recorded:FILE/);
    const text = await workspace.read('rec.json');
    const other = text.replaceAll(/"briefHash": "[^"]+"/g, '"briefHash": "other"');
    await workspace.write('other.json', other);
    const before = await workspace.journal();
    const refused = await workspace.bvl(['resume', '--model', 'recorded:other.json']);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /none of its calls is for the brief[^]*Name the recording/);
    assert.equal(await workspace.journal(), before);
  });
});

import assert from 'node:assert/strict';
import { CliWorkspace } from '../support/cli/cli-workspace';
import {
  clean,
  critic,
  findings,
  hanging,
  implementor,
  Service,
  type Conversation,
} from '../support/cli/story';

const plan = '# Plan\n\nShip it soon.\n';
const secret = 'sk-ant-api03-abcdefghijkl0123';
const vague = {
  severity: 'HIGH',
  issue: `No date\u001b[2J is given (${secret}).`,
  quote: 'Ship it soon.',
} as const;
const brief = ['--task', 'A plan with dates', '--artifact', 'plan.md', '--ac', 'Has a date'];

const story: readonly Conversation[] = [
  critic(findings(vague)),
  implementor([['Ship it soon.', 'Ship it on 3 May.']], ['Disputed — it is a plan']),
  critic(findings({ severity: 'LOW', issue: 'The year is missing.', quote: 'Ship it on 3 May.' })),
  implementor([['on 3 May.', 'on 3 May 2027.']]),
  critic(clean),
  implementor([], []),
  critic(clean),
];

describe('looking at runs', () => {
  let workspace: CliWorkspace;
  let service: Service;
  let id = '';

  before(async () => {
    workspace = await CliWorkspace.create({ 'plan.md': plan });
    service = await Service.start([
      ...story.slice(0, 1),
      implementor([['Ship it soon.', 'Ship it on 3 May.']]),
      ...story.slice(2),
    ]);
    const { code, stderr } = await workspace.bvl(['run', ...brief], { env: service.env });
    assert.equal(code, 0, stderr);
    id = (await workspace.runs())[0] ?? '';
  });
  after(async () => {
    await workspace.dispose();
    await service.stop();
  });

  it('lists them', async () => {
    const { code, stdout } = await workspace.bvl(['runs']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      new RegExp(
        `^${id} {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}success {2}3 rounds {2}plan\\.md\\n$`,
      ),
    );
    const listed = (await workspace.bvl(['runs', '--json'])).stdout.trim().split('\n');
    assert.deepEqual(
      listed.map((line) => (JSON.parse(line) as { id: string }).id),
      [id],
    );
  });

  it('shows one, by id, by its beginning, and as the last', async () => {
    const texts = await Promise.all(
      [id, id.slice(0, 12), 'last'].map(
        async (name) => (await workspace.bvl(['show', name])).stdout,
      ),
    );
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0] ?? '', /Round 1 of 5[^]*Round 3 of 5[^]*LOOP EXIT\n- Outcome: success/);
  });

  it('shows one round with evidence and answers, escape sequences as text', async () => {
    const { stdout } = await workspace.bvl(['show', 'last', '--round', '0']);
    assert.match(stdout, /HIGH {3}No date␛\[2J is given \(\[key removed\]\)\./);
    assert.match(stdout, /Evidence: "Ship it soon\."/);
    assert.match(stdout, /Implementor: FINDING #1: Addressed/);
    assert.ok(!stdout.includes('Round 1 of 5'));
    const none = await workspace.bvl(['show', 'last', '--round', '7']);
    assert.equal(none.code, 3);
    assert.match(none.stderr, /no round 7\.\nIt has: 0, 1, 2, 3/);
  });

  it('gives the replies exactly, and the journal exactly', async () => {
    const raw = (await workspace.bvl(['show', 'last', '--round', '0', '--raw'])).stdout;
    assert.equal(raw, `=== Round 0, critic [Destruction], attempt 1 ===\n${findings(vague)}\n`);
    const journal = await workspace.journal();
    assert.equal((await workspace.bvl(['show', 'last', '--json'])).stdout, journal);
    assert.equal((await workspace.bvl(['show', 'nonsense'])).code, 3);
  });

  it('shows differences as a patch', async () => {
    const { code, stdout } = await workspace.bvl(['diff', 'last', 'start', 'end']);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        '--- a/plan.md',
        '+++ b/plan.md',
        '@@ -1,3 +1,3 @@',
        ' # Plan',
        ' ',
        '-Ship it soon.',
        '+Ship it on 3 May 2027.',
        '',
      ].join('\n'),
    );
    assert.match(
      (await workspace.bvl(['diff', 'last', '1', '2'])).stdout,
      /\+Ship it on 3 May 2027/,
    );
    const same = await workspace.bvl(['diff', 'last', '2', '3']);
    assert.equal(same.stdout, '');
    assert.match(same.stderr, /Nothing differs/);
    const wrong = await workspace.bvl(['diff', 'last', '1', '9']);
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /no text of round 9\.\nIt has: start, 0, 1, 2, 3, end/);
  });

  it('has nothing to go on with after a success', async () => {
    const { code, stderr } = await workspace.bvl(['resume', 'last']);
    assert.equal(code, 0);
    assert.match(stderr, /has ended: success\./);
  });

  it('restores a round and the start, and undoes a restore', async () => {
    const restore = async (what: string): Promise<string> => {
      const { code, stderr } = await workspace.bvl(['restore', 'last', what]);
      assert.equal(code, 0, stderr);
      return workspace.read('plan.md');
    };
    const done = plan.replace('soon', 'on 3 May 2027');
    assert.equal(await restore('1'), plan.replace('soon', 'on 3 May'));
    assert.equal(await restore('undo'), done);
    assert.equal(await restore('start'), plan);
    await workspace.write('plan.md', 'typed since\n');
    const over = await workspace.bvl(['restore', 'last', '2']);
    assert.equal(over.code, 0);
    assert.match(over.stderr, /plan\.md was changed since[^]*is kept[^]*bvl restore \S+ undo/);
    assert.equal(await workspace.read('plan.md'), done);
    const already = await workspace.bvl(['restore', 'last', '2']);
    assert.equal(already.stdout, 'plan.md is already as of round 2.\n');
    assert.equal(already.stderr, '');
    const undone = await workspace.bvl(['restore', 'last', 'undo']);
    assert.match(
      undone.stdout,
      /^Restored plan\.md as it was before the restore\.\nTake this back: bvl restore \S+ undo\n$/,
    );
    assert.equal(await workspace.read('plan.md'), 'typed since\n');
    const wrong = await workspace.bvl(['restore', 'last', '9']);
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /no text of round 9/);
  });

  it('goes quietly when the reader does', async () => {
    const { child, ended } = workspace.start(['show', 'last', '--raw']);
    child.stdout.destroy();
    const { code, stderr } = await ended;
    assert.equal(code, 0);
    assert.equal(stderr, '');
  });
});

describe('a run at work in another process', () => {
  let workspace: CliWorkspace;
  let service: Service;

  beforeEach(async () => {
    workspace = await CliWorkspace.create({ 'plan.md': plan });
    service = await Service.start([critic(findings(vague)), hanging('implementor')]);
  });
  afterEach(async () => {
    await workspace.dispose();
    await service.stop();
  });

  it('can be looked at, but not taken', async () => {
    const first = workspace.start(['run', ...brief], { env: service.env });
    await service.requests(3);
    const resume = await workspace.bvl(['resume', 'last'], { env: service.env });
    assert.equal(resume.code, 3);
    assert.match(resume.stderr, /belongs to process \d+[^]*bvl show \d/);
    const restore = await workspace.bvl(['restore', 'last', 'start']);
    assert.equal(restore.code, 3);
    assert.match(restore.stderr, /belongs to process/);
    assert.match((await workspace.bvl(['runs'])).stdout, /at work \(process \d+/);
    const shown = await workspace.bvl(['show', 'last']);
    assert.equal(shown.code, 0);
    assert.match(shown.stdout, /has not ended/);
    assert.equal((await workspace.bvl(['diff', 'last', 'start', 'end'])).code, 0);
    first.child.kill('SIGKILL');
    await first.ended;
    assert.match((await workspace.bvl(['runs'])).stdout, /interrupted/);
  });
});

describe('a run whose process died before its first event was whole', () => {
  it('is said to be cut off, with the next step and without a stack', async () => {
    const folder = '.bvl/runs/20260101-000000-aaaaaa/events.jsonl';
    const workspace = await CliWorkspace.create({ 'plan.md': plan, [folder]: '{"v":1,"se' });
    for (const args of [['show'], ['resume'], ['diff', 'start', 'end'], ['restore', 'start']]) {
      const [command = '', ...rest] = args;
      const { code, stderr } = await workspace.bvl([command, '20260101-000000-aaaaaa', ...rest]);
      assert.equal(code, 3);
      assert.match(stderr, /cut off before it had begun[^]*bvl runs/);
      assert.doesNotMatch(stderr, /defect of bvl/);
    }
    await workspace.dispose();
  });
});

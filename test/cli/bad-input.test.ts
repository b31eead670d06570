import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { cliFile, CliWorkspace, type StartOptions } from '../support/cli/cli-workspace';
import { critic, findings, Service } from '../support/cli/story';

const brief = ['--task', 't', '--artifact', 'plan.md', '--ac', 'a'];
const key = { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef' };

/** Makes a Node say that it is an old one. */
const oldNode =
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";

/** Every bad call: what is said, with its next step. Nothing runs, nothing is written. */
describe('bad input of bvl', () => {
  let workspace: CliWorkspace;

  before(async () => {
    workspace = await CliWorkspace.create({
      'plan.md': '# Plan\n',
      'old.json': JSON.stringify({ kind: 'bvl-recording', version: 99 }),
      'other.json': '{"a":1}',
      'unknown.md':
        '---\nartifact: plan.md\nroundz: 3\n---\n## Task\n\nt\n\n## Acceptance criteria\n\n- a\n',
      'cost.md':
        '---\nartifact: plan.md\nbudget:\n  cost: 2\n---\n## Task\n\nt\n\n## Acceptance criteria\n\n- a\n',
    });
    await workspace.write('image.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]));
    await workspace.write('sjis.txt', new Uint8Array([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a]));
    await mkdir(path.join(workspace.root, 'folder'));
    await symlink('/etc', path.join(workspace.root, 'out'));
  });
  after(() => workspace.dispose());

  const refuse = (
    name: string,
    args: readonly string[],
    message: RegExp,
    options: StartOptions = { env: key },
  ): void => {
    it(`says what is wrong: ${name}`, async () => {
      const { code, stdout, stderr } = await workspace.bvl(args, options);
      assert.match(stderr, message);
      assert.equal(code, 3);
      assert.equal(stdout, '');
      assert.ok(!/ at .*:\d+:\d+/.test(stderr), `a stack: ${stderr}`);
      assert.deepEqual(await workspace.runs(), []);
    });
  };

  refuse(
    'no task, no artifact, no criteria, all at once',
    ['run'],
    /--task .*\n.*--artifact .*\n.*--ac .*\n.*For example: bvl run/,
  );
  refuse('no criteria', ['run', '--task', 't', '--artifact', 'plan.md'], /--ac +Give at least one/);
  refuse(
    'an artifact outside',
    ['run', '--task', 't', '--artifact', '../x.md', '--ac', 'a'],
    /outside the workspace[^]*start bvl in the project/,
  );
  refuse(
    'a link that leads out',
    ['run', '--task', 't', '--artifact', 'out/passwd', '--ac', 'a'],
    /outside the workspace/,
  );
  refuse('a folder', ['run', '--task', 't', '--artifact', 'folder', '--ac', 'a'], /is a folder/);
  refuse('the workspace itself', ['run', '--task', 't', '--artifact', '.', '--ac', 'a'], /folder/);
  refuse('a binary', ['run', '--task', 't', '--artifact', 'image.png', '--ac', 'a'], /binary/);
  refuse(
    'an encoding',
    ['run', '--task', 't', '--artifact', 'sjis.txt', '--ac', 'a'],
    /cannot be kept byte for byte|binary/,
  );
  refuse(
    'an unknown lens, with the nearest name',
    ['run', ...brief, '--critics', 'securty'],
    /no lens "securty"\. Did you mean security\?\nLenses: /,
  );
  refuse('a cap of 0', ['run', ...brief, '--cap', '0'], /from 1 to 50\.[^]*Help: bvl run --help/);
  refuse(
    'a brief file with unknown fields, by line',
    ['run', '--brief', 'unknown.md'],
    /unknown\.md:3: .*roundz/,
  );
  refuse(
    'no brief file',
    ['run', '--brief', 'none.md'],
    /none\.md cannot be read: it does not exist/,
  );
  refuse(
    'a brief file that is no text',
    ['run', '--brief', 'image.png'],
    /image\.png cannot be read: it is not UTF-8 text\.\nSave it as UTF-8 text/,
  );
  refuse(
    'a cost budget, which no price stands behind',
    ['run', '--brief', 'cost.md'],
    /cost budget of \$2\.00 cannot be held[^]*--budget-tokens/,
  );
  refuse(
    'a binary artifact before the key is asked for, and before where texts go',
    ['run', '--task', 't', '--artifact', 'image.png', '--ac', 'a'],
    /^bvl: image\.png is a binary file/,
    {},
  );
  refuse(
    'a recording of another version',
    ['run', '--model', 'recorded:old.json'],
    /version 99; this program reads version 1\./,
  );
  refuse('no recording', ['run', '--model', 'recorded:other.json'], /not a recording/);
  refuse(
    'an unknown model',
    ['run', ...brief, '--model', 'gpt'],
    /no model gpt\.\nUse --model anth/,
  );
  refuse('no key', ['run', ...brief], /ANTHROPIC_API_KEY[^]*recorded run/, {});
  refuse('a base URL that is none', ['run', ...brief], /not a web address: here/, {
    env: { ...key, ANTHROPIC_BASE_URL: 'here' },
  });
  refuse(
    'a recording over the artifact',
    ['run', ...brief, '--record', 'plan.md'],
    /that is the artifact/,
  );
  refuse(
    'a recording over a file that is none',
    ['run', ...brief, '--record', 'other.json'],
    /there is a file already, and it is no recording[^]*Name another file/,
  );
  refuse(
    'a recording into nowhere',
    ['run', ...brief, '--record', 'none/rec.json'],
    /folder does not exist/,
  );
  refuse('no run', ['show', 'last'], /no runs in this workspace/);
  refuse('no run to go on with', ['resume'], /no run in this workspace that could go on/);
  refuse('nothing to restore', ['restore', 'last', 'start'], /no runs in this workspace/);

  it('says what is wrong in a lens file of the person', async () => {
    await workspace.write('.bvl/lenses/broken.md', '');
    const args = ['run', ...brief, '--critics', 'broken'];
    const { code, stderr } = await workspace.bvl(args, { env: key });
    assert.equal(code, 3);
    assert.match(stderr, /broken\.md is left out:\n.*broken\.md:1: [^]*no lens "broken"/);
  });

  it('says that a file name holds control characters, without executing them', async () => {
    const args = ['run', '--task', 't', '--artifact', 'a\u001b[2J\n.md', '--ac', 'a'];
    const { code, stdout, stderr } = await workspace.bvl(args, { env: key });
    assert.equal(code, 3);
    assert.ok(!`${stdout}${stderr}`.includes('\u001b'));
  });
});

describe('failures of bvl', () => {
  let workspace: CliWorkspace;
  let service: Service | null = null;

  beforeEach(async () => {
    workspace = await CliWorkspace.create({ 'plan.md': '# Plan\n\nSoon.\n' });
  });
  afterEach(async () => {
    await workspace.dispose();
    await service?.stop();
    service = null;
  });

  it('names a rejected key and what to do, and never prints it', async () => {
    service = await Service.start([]);
    const env = { ...service.env, ANTHROPIC_API_KEY: 'sk-ant-wrong-0123456789' };
    const { code, stdout, stderr } = await workspace.bvl(['run', ...brief], { env });
    assert.equal(code, 2, stderr);
    assert.match(stdout, /key/i);
    assert.match(stdout, /- Outcome: escalated — model failure/);
    assert.ok(!`${stdout}${stderr}`.includes('sk-ant-wrong'));
  });

  it('marks a vague criterion and goes on', async () => {
    service = await Service.start([critic('NO FINDINGS — artifact passes audit')]);
    const args = ['audit', ...brief, '--ac', 'The plan is of high quality'];
    const { code, stderr } = await workspace.bvl(args, { env: service.env });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Criterion 2 is vague: "high quality" names no standard[^]*\nLive: /);
  });

  it('says what to do where the run folder may not be written', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    service = await Service.start([]);
    await chmod(path.join(workspace.root, '.bvl'), 0o500);
    const { code, stderr } = await workspace.bvl(['run', ...brief], { env: service.env });
    await chmod(path.join(workspace.root, '.bvl'), 0o700);
    assert.equal(code, 3);
    assert.match(stderr, /permission denied[^]*make that folder writable/);
  });

  it('says at the end which host it was waiting for when the budget ended it', async () => {
    const env = { ...key, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
    const args = ['audit', ...brief, '--budget-seconds', '1'];
    const { code, stdout, stderr } = await workspace.bvl(args, { env });
    assert.equal(code, 2, stderr);
    assert.match(stdout, /at most 1 second\n/);
    assert.match(stdout, /Waiting \(127\.0\.0\.1:9: no connection\)\. Next try in \d s\./);
    assert.match(stderr, /waiting for 127\.0\.0\.1:9 when it ended: no connection\. See whether/);
  });

  it('keeps the run when the disk is full, and says how to go on', async function () {
    if (process.platform === 'win32') this.skip();
    const reply = findings({ severity: 'HIGH', issue: 'x'.repeat(60_000), quote: 'Soon.' });
    service = await Service.start([critic(reply)]);
    const { code, stderr } = await workspace.bvl(['run', ...brief], {
      env: service.env,
      shell: 'trap "" XFSZ; ulimit -f 100; exec "$@"',
    });
    assert.equal(code, 3, stderr);
    assert.match(stderr, /no space left[^]*bvl resume \d/);
    const shown = await workspace.bvl(['show', 'last']);
    assert.equal(shown.code, 0, shown.stderr);
  });

  it('needs Node 22, and says so on an older one', async () => {
    await workspace.write('old.cjs', oldNode);
    const old = { node: ['--require', './old.cjs'] };
    const { code, stderr } = await workspace.bvl(['runs'], old);
    assert.equal(code, 3);
    assert.match(stderr, /needs Node 22 or newer; this is Node 20\.20\.2/);
    assert.match(
      stderr,
      /\n(?:Use the one of this clone: ".+node\S*" ".+cli\.js"|Install Node 22)/,
    );
  });

  it('names the Node of a clone only where there is one', async () => {
    await workspace.write('old.cjs', oldNode);
    const copy = path.join(workspace.root, 'clone/dist/cli.js');
    await mkdir(path.dirname(copy), { recursive: true });
    await copyFile(cliFile, copy);
    const say = (): string =>
      spawnSync(process.execPath, ['--require', './old.cjs', copy], {
        cwd: workspace.root,
        encoding: 'utf8',
      }).stderr;
    assert.match(say(), /Install Node 22 or newer/);
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    await workspace.write(`clone/node_modules/node/bin/${name}`, '');
    const own = path.join(workspace.root, 'clone/node_modules/node/bin', name);
    assert.ok(say().includes(`"${own}" "${copy}"`));
  });
});

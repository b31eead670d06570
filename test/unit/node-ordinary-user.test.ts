import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { NodeWorkspace } from '../../src/node/node-workspace';
import { TempFolder } from '../support/temp-folder';

/*
 * What modes and owners do to an ordinary user. Run by an administrator the tests change the effective user for their duration;
 * run by anyone else they leave out what needs another owner.
 */
describe('files of an ordinary user', () => {
  const administrator = process.getuid?.() === 0;
  const nobody = 65_534;
  let temp: TempFolder;
  let workspace: NodeWorkspace;

  function become(user: number): void {
    if (!administrator) return;
    if (user === 0) {
      process.seteuid?.(0);
      process.setegid?.(0);
    } else {
      process.setegid?.(user);
      process.seteuid?.(user);
    }
  }

  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
    temp = new TempFolder();
    if (administrator) chownSync(temp.path, nobody, nobody);
    become(nobody);
    temp.write('docs/plan.md', 'one\n');
    mkdirSync(temp.at('.bvl/runs/r1'), { recursive: true });
    workspace = new NodeWorkspace(temp.path, temp.at('.bvl/runs/r1'));
  });

  afterEach(() => {
    become(0);
    chmodSync(temp.at('docs'), 0o755);
    temp.remove();
  });

  async function publish(text: string): Promise<void> {
    const start = await workspace.snapshot(['docs/plan.md']);
    const staging = await workspace.stage(start);
    await staging.writeText('docs/plan.md', text);
    await workspace.publish(await staging.collect(), start);
  }

  const read = (): string => readFileSync(temp.at('docs/plan.md'), 'utf8');

  it('are written in place in a folder that takes no new file', async () => {
    chmodSync(temp.at('docs'), 0o555);
    await publish('two and more\n');
    assert.equal(read(), 'two and more\n');
    await publish('3\n');
    assert.equal(read(), '3\n');
  });

  it('are not made in a folder that takes none', async () => {
    const start = await workspace.snapshot(['docs/deep/new.md']);
    const staging = await workspace.stage(start);
    await staging.writeText('docs/deep/new.md', 'new\n');
    const target = await staging.collect();
    chmodSync(temp.at('docs'), 0o555);
    await assert.rejects(workspace.publish(target, start), { name: 'ArtifactError' });
    assert.ok(!existsSync(temp.at('docs/deep')));
  });

  it('are refused when they are read-only', async () => {
    chmodSync(temp.at('docs/plan.md'), 0o444);
    await assert.rejects(workspace.check(['docs/plan.md'], true), { reason: 'readonly' });
    await assert.rejects(publish('two\n'), { reason: 'readonly' });
    assert.equal(read(), 'one\n');
  });

  it('are refused when they cannot be read', async () => {
    chmodSync(temp.at('docs/plan.md'), 0o200);
    await assert.rejects(workspace.check(['docs/plan.md'], false), /permission denied/);
  });

  it('keep their owner when they are another’s', async function () {
    if (!administrator) this.skip();
    become(0);
    chownSync(temp.at('docs/plan.md'), 0, 0);
    chmodSync(temp.at('docs/plan.md'), 0o666);
    become(nobody);
    await publish('two\n');
    become(0);
    const { uid, gid, mode } = statSync(temp.at('docs/plan.md'));
    assert.deepEqual([uid, gid, mode & 0o777, read()], [0, 0, 0o666, 'two\n']);
  });

  it('keep their owner when an administrator writes them', async function () {
    if (!administrator) this.skip();
    become(0);
    await publish('two\n');
    const { uid, gid } = statSync(temp.at('docs/plan.md'));
    assert.deepEqual([uid, gid, read()], [nobody, nobody, 'two\n']);
  });
});

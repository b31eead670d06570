import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { ToolError, type FileRef } from '../../src/engine';
import { NodeWorkspace } from '../../src/node/node-workspace';
import { FullDisk } from '../support/full-disk';
import { TempFolder } from '../support/temp-folder';

const roomy = 1e9;

describe('workspace', () => {
  let temp: TempFolder;
  let disk: FullDisk;
  let workspace: NodeWorkspace;

  beforeEach(() => {
    temp = new TempFolder({ 'ws/docs/plan.md': 'one\r\ntwo\r\n', 'ws/docs/other.md': 'other\n' });
    disk = new FullDisk(roomy);
    mkdirSync(temp.at('ws/.bvl/runs/r1'), { recursive: true });
    workspace = new NodeWorkspace(temp.at('ws'), temp.at('ws/.bvl/runs/r1'), disk);
  });

  afterEach(() => {
    temp.remove();
  });

  const read = (name: string): string => readFileSync(temp.at('ws', name), 'utf8');
  /** Everything in the workspace but the run folder. */
  const tree = (): string[] =>
    readdirSync(temp.at('ws'), { recursive: true })
      .map(String)
      .filter((name) => !name.startsWith('.bvl'))
      .sort();

  async function revise(path: string, text: string, from: readonly FileRef[]): Promise<FileRef[]> {
    const staging = await workspace.stage(from);
    await staging.writeText(path, text);
    return staging.collect();
  }

  it('shows plain line ends, stages in the run folder and publishes the file’s own bytes', async () => {
    const start = await workspace.snapshot(['docs/plan.md']);
    const staging = await workspace.stage(start);
    assert.equal(await staging.stagedText('docs/plan.md'), 'one\ntwo\n');
    await staging.writeText('./docs/plan.md', 'one\nTWO\nthree\n');
    assert.equal(await staging.readText('docs/plan.md'), 'one\nTWO\nthree\n');
    assert.equal(read('docs/plan.md'), 'one\r\ntwo\r\n');
    const target = await staging.collect();
    assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
    assert.equal(read('docs/plan.md'), 'one\r\nTWO\r\nthree\r\n');
    assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
    assert.deepEqual(await workspace.snapshot(['docs/plan.md']), target);
    assert.equal(await workspace.text(start[0] as FileRef), 'one\ntwo\n');
    assert.deepEqual(await workspace.publish(start, target), { kind: 'published' });
    assert.equal(read('docs/plan.md'), 'one\r\ntwo\r\n');
    assert.deepEqual(tree(), ['docs', 'docs/other.md', 'docs/plan.md']);
  });

  it('keeps each revision once, readable by its owner alone', async () => {
    const start = await workspace.snapshot(['docs/plan.md']);
    await workspace.snapshot(['docs/plan.md']);
    const folder = temp.at('ws/.bvl/runs/r1/snapshots');
    assert.deepEqual(readdirSync(folder), [start[0]?.hash]);
    assert.equal(statSync(`${folder}/${start[0]?.hash ?? ''}`).mode & 0o777, 0o600);
  });

  it('refuses to write anything but the artifact, with a text for the model', async () => {
    const staging = await workspace.stage(await workspace.snapshot(['docs/plan.md']));
    for (const path of [
      'docs/other.md',
      'docs/new.md',
      '../x',
      '.env',
      'docs',
      '',
      'docs/plan.md/',
    ]) {
      assert.equal(await staging.isWritable(path), false);
      await assert.rejects(staging.writeText(path, 'x'), ToolError);
    }
    assert.equal(await staging.isWritable(temp.at('ws/docs/plan.md')), true);
    await assert.rejects(staging.writeText('docs/plan.md', 'half \ud83d'), /surrogate/);
    await assert.rejects(staging.writeText('docs/plan.md', 'a\0'), /zero character/);
    assert.deepEqual(tree(), ['docs', 'docs/other.md', 'docs/plan.md']);
  });

  it('keeps one mark at the start whatever the model sends', async () => {
    temp.write('ws/docs/plan.md', '\ufeffone\n');
    const start = await workspace.snapshot(['docs/plan.md']);
    await workspace.publish(await revise('docs/plan.md', '\ufeffONE\n', start), start);
    assert.equal(read('docs/plan.md'), '\ufeffONE\n');
  });

  it('keeps UTF-16 as it is', async () => {
    temp.write('ws/docs/plan.md', Buffer.from('\ufeffeins\r\nzwei\r\n', 'utf16le'));
    const start = await workspace.snapshot(['docs/plan.md']);
    await workspace.publish(await revise('docs/plan.md', 'eins\n둘\n', start), start);
    const now = readFileSync(temp.at('ws/docs/plan.md')).toString('utf16le');
    assert.equal(now, '\ufeffeins\r\n둘\r\n');
  });

  for (const [name, content, reason] of [
    ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), 'binary'],
    ['a file that is not UTF-8', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x21]), 'encoding'],
  ] as const) {
    it(`refuses ${name} before anything runs`, async () => {
      temp.write('ws/docs/plan.md', content);
      await assert.rejects(workspace.check(['docs/plan.md'], true), { reason });
      await assert.rejects(workspace.snapshot(['docs/plan.md']), { reason });
      assert.ok(!existsSync(temp.at('ws/.bvl/runs/r1/snapshots')));
    });
  }

  it('refuses a file that is too large to be worked on', async () => {
    temp.write('ws/docs/plan.md', Buffer.alloc(21 * 1_048_576, 0x61));
    await assert.rejects(workspace.snapshot(['docs/plan.md']), { reason: 'too-large' });
  });

  it('refuses one file under two names', async () => {
    symlinkSync('plan.md', temp.at('ws/docs/same.md'));
    linkSync(temp.at('ws/docs/plan.md'), temp.at('ws/docs/twin.md'));
    for (const other of ['docs/../docs/plan.md', 'docs/same.md', 'docs/twin.md']) {
      await assert.rejects(workspace.snapshot(['docs/plan.md', other]), { reason: 'same-file' });
    }
  });

  it('creates a file that did not exist, with its folder, and takes it away again', async () => {
    const start = await workspace.snapshot(['new/deep/plan.md']);
    assert.deepEqual(start, [{ path: 'new/deep/plan.md', hash: null, size: 0 }]);
    const staging = await workspace.stage(start);
    assert.equal(await staging.stagedText('new/deep/plan.md'), null);
    await assert.rejects(staging.readText('new/deep/plan.md'), /does not exist yet/);
    await staging.writeText('new/deep/plan.md', 'made\r\nhere');
    assert.ok(!existsSync(temp.at('ws/new')));
    const target = await staging.collect();
    assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
    assert.equal(read('new/deep/plan.md'), 'made\r\nhere');
    temp.write('ws/usual.md', '');
    const usual = statSync(temp.at('ws/usual.md')).mode;
    assert.equal(statSync(temp.at('ws/new/deep/plan.md')).mode, usual);
    assert.deepEqual(await workspace.publish(start, target), { kind: 'published' });
    assert.ok(!existsSync(temp.at('ws/new/deep/plan.md')));
  });

  it('works on an empty file', async () => {
    temp.write('ws/docs/plan.md', '');
    const start = await workspace.snapshot(['docs/plan.md']);
    assert.equal(start[0]?.size, 0);
    assert.notEqual(start[0].hash, null);
    await workspace.publish(await revise('docs/plan.md', 'filled\n', start), start);
    assert.equal(read('docs/plan.md'), 'filled\n');
  });

  describe('changes from outside', () => {
    let start: FileRef[];
    let target: FileRef[];

    beforeEach(async () => {
      start = await workspace.snapshot(['docs/plan.md']);
      target = await revise('docs/plan.md', 'ours\n', start);
    });

    it('asks when the file was edited, and keeps what was typed', async () => {
      temp.write('ws/docs/plan.md', 'typed by the person\n');
      const result = await workspace.publish(target, start);
      assert.ok(result.kind === 'conflict' && result.found[0] !== undefined);
      assert.equal(await workspace.text(result.found[0]), 'typed by the person\n');
      assert.equal(read('docs/plan.md'), 'typed by the person\n');
    });

    it('asks when the file was deleted or renamed', async () => {
      renameSync(temp.at('ws/docs/plan.md'), temp.at('ws/docs/moved.md'));
      const found = [{ path: 'docs/plan.md', hash: null, size: 0 }];
      assert.deepEqual(await workspace.publish(target, start), { kind: 'conflict', found });
      assert.ok(!existsSync(temp.at('ws/docs/plan.md')));
      rmSync(temp.at('ws/docs'), { recursive: true });
      assert.deepEqual(await workspace.publish(target, start), { kind: 'conflict', found });
    });

    it('asks when a file appeared where none was', async () => {
      const none = await workspace.snapshot(['docs/new.md']);
      const made = await revise('docs/new.md', 'ours\n', none);
      temp.write('ws/docs/new.md', 'theirs\n');
      assert.equal((await workspace.publish(made, none)).kind, 'conflict');
      assert.equal(read('docs/new.md'), 'theirs\n');
    });

    it('writes over it when told to, and still has what was there', async () => {
      temp.write('ws/docs/plan.md', 'typed\n');
      const [typed] = await workspace.snapshotAnything(['docs/plan.md']);
      assert.deepEqual(await workspace.publish(target, null), { kind: 'published' });
      assert.equal(read('docs/plan.md'), 'ours\r\n');
      assert.ok(typed !== undefined);
      assert.equal(await workspace.text(typed), 'typed\n');
    });

    it('never writes through what the file has become', async () => {
      temp.write('out/plan.md', 'outside\n');
      temp.write('ws/docs/.env', 'KEY=1\n');
      const places = [temp.at('out/plan.md'), '.env', 'plan.md'];
      for (const place of places) {
        rmSync(temp.at('ws/docs/plan.md'));
        symlinkSync(place, temp.at('ws/docs/plan.md'));
        await assert.rejects(workspace.publish(target, start));
        await assert.rejects(workspace.publish(target, null));
      }
      renameSync(temp.at('ws/docs'), temp.at('ws/real'));
      symlinkSync(temp.at('out'), temp.at('ws/docs'));
      await assert.rejects(workspace.publish(target, null), { reason: 'outside' });
      assert.equal(readFileSync(temp.at('out/plan.md'), 'utf8'), 'outside\n');
      assert.equal(read('real/.env'), 'KEY=1\n');
    });

    it('serves Critics the snapshot all the same', async () => {
      rmSync(temp.at('ws/docs'), { recursive: true });
      assert.equal(await workspace.view(target).readText('docs/plan.md'), 'ours\n');
    });
  });

  describe('several files', () => {
    const both = ['docs/plan.md', 'docs/other.md'];

    it('writes all of them or, on a conflict, none', async () => {
      const start = await workspace.snapshot(both);
      const staging = await workspace.stage(start);
      await staging.writeText('docs/plan.md', 'P\n');
      await staging.writeText('docs/other.md', 'O\n');
      const target = await staging.collect();
      temp.write('ws/docs/other.md', 'typed\n');
      const result = await workspace.publish(target, start);
      assert.equal(result.kind === 'conflict' && result.found.length, 2);
      assert.equal(read('docs/plan.md'), 'one\r\ntwo\r\n');
      temp.write('ws/docs/other.md', 'other\n');
      assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
      assert.deepEqual([read('docs/plan.md'), read('docs/other.md')], ['P\r\n', 'O\n']);
    });

    it('finishes what a crash left half done', async () => {
      const start = await workspace.snapshot(both);
      const staging = await workspace.stage(start);
      await staging.writeText('docs/plan.md', 'P\n');
      await staging.writeText('docs/other.md', 'O\n');
      const target = await staging.collect();
      temp.write('ws/docs/plan.md', 'P\r\n');
      assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
      assert.equal(read('docs/other.md'), 'O\n');
    });
  });

  describe('links and modes', () => {
    it('writes through a link inside the workspace and leaves the link', async () => {
      symlinkSync('docs/plan.md', temp.at('ws/short.md'));
      const start = await workspace.snapshot(['short.md']);
      await workspace.publish(await revise('short.md', 'one\n', start), start);
      assert.ok(lstatSync(temp.at('ws/short.md')).isSymbolicLink());
      assert.ok(lstatSync(temp.at('ws/docs/plan.md')).isFile());
      assert.equal(read('docs/plan.md'), 'one\r\n');
    });

    it('writes in place where the file has another name in the workspace', async () => {
      linkSync(temp.at('ws/docs/plan.md'), temp.at('ws/docs/twin.md'));
      const start = await workspace.snapshot(['docs/plan.md']);
      for (const text of ['a much longer text than there was\n', 's\n']) {
        await workspace.publish(await revise('docs/plan.md', text, start), null);
        assert.equal(read('docs/twin.md'), text.replace('\n', '\r\n'));
        assert.equal(statSync(temp.at('ws/docs/plan.md')).nlink, 2);
      }
    });

    it('refuses a file that has another name outside the workspace', async () => {
      mkdirSync(temp.at('out'));
      linkSync(temp.at('ws/docs/plan.md'), temp.at('out/twin.md'));
      await assert.rejects(workspace.check(['docs/plan.md'], true), { reason: 'link' });
      await workspace.check(['docs/plan.md'], false);
      const start = await workspace.snapshot(['docs/plan.md']);
      const target = await revise('docs/plan.md', 'x\n', start);
      await assert.rejects(workspace.publish(target, start), { reason: 'link' });
      assert.equal(readFileSync(temp.at('out/twin.md'), 'utf8'), 'one\r\ntwo\r\n');
    });

    for (const mode of [0o755, 0o600, 0o640, 0o2664]) {
      it(`keeps mode ${mode.toString(8)}`, async () => {
        chmodSync(temp.at('ws/docs/plan.md'), mode);
        const start = await workspace.snapshot(['docs/plan.md']);
        await workspace.publish(await revise('docs/plan.md', 'x\n', start), start);
        assert.equal(statSync(temp.at('ws/docs/plan.md')).mode & 0o7777, mode);
      });
    }

    it('refuses a read-only file, though an administrator could write it', async () => {
      chmodSync(temp.at('ws/docs/plan.md'), 0o444);
      await assert.rejects(workspace.check(['docs/plan.md'], true), { reason: 'readonly' });
      await workspace.check(['docs/plan.md'], false);
      const start = await workspace.snapshot(['docs/plan.md']);
      const target = await revise('docs/plan.md', 'x\n', start);
      await assert.rejects(workspace.publish(target, start), { reason: 'readonly' });
      assert.equal(read('docs/plan.md'), 'one\r\ntwo\r\n');
    });
  });

  describe('a full disk', () => {
    it('leaves the file, no temporary one, and works when there is room again', async () => {
      const start = await workspace.snapshot(['docs/plan.md', 'new/file.md']);
      const staging = await workspace.stage(start);
      await staging.writeText('docs/plan.md', 'longer than it was before\n');
      await staging.writeText('new/file.md', 'new\n');
      const target = await staging.collect();
      const before = tree();
      for (const room of [0, 5, 28]) {
        disk.make(room);
        await assert.rejects(workspace.publish(target, start), { reason: 'disk-full' });
        assert.equal(read('docs/plan.md'), 'one\r\ntwo\r\n');
        assert.deepEqual(tree(), before);
      }
      disk.make(roomy);
      assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
      assert.equal(read('new/file.md'), 'new\n');
    });

    it('loses nothing of a file that is written in place', async () => {
      linkSync(temp.at('ws/docs/plan.md'), temp.at('ws/docs/twin.md'));
      const start = await workspace.snapshot(['docs/plan.md']);
      const target = await revise('docs/plan.md', 'longer than it was before\n', start);
      for (const room of [0, 4, 20]) {
        disk.make(room);
        await assert.rejects(workspace.publish(target, start), { reason: 'disk-full' });
        assert.equal(read('docs/plan.md'), 'one\r\ntwo\r\n');
      }
    });

    it('keeps no half snapshot', async () => {
      disk.make(3);
      await assert.rejects(workspace.snapshot(['docs/plan.md']), { reason: 'disk-full' });
      assert.deepEqual(readdirSync(temp.at('ws/.bvl/runs/r1/snapshots')), []);
    });
  });

  it('gives back what a dead process had staged', async () => {
    const start = await workspace.snapshot(['docs/plan.md', 'docs/other.md']);
    assert.equal(await workspace.leftover(), null);
    const staging = await workspace.stage(start);
    assert.equal(await workspace.leftover(), null);
    await staging.writeText('docs/plan.md', 'half done\n');
    const next = new NodeWorkspace(temp.at('ws'), temp.at('ws/.bvl/runs/r1'));
    const left = await next.leftover();
    assert.ok(left?.[0] !== undefined);
    assert.equal(await next.text(left[0]), 'half done\n');
    assert.deepEqual(left[1], start[1]);
    assert.equal(statSync(temp.at('ws/.bvl/runs/r1/staging/0')).mode & 0o777, 0o600);
    await next.stage(start);
    assert.equal(await next.leftover(), null);
  });

  it('takes a file of 5 MB and 50,000 lines', async () => {
    const line = 'x'.repeat(98);
    const text = Array.from({ length: 50_000 }, (_, at) => `${String(at)} ${line}`);
    temp.write('ws/docs/plan.md', text.map((one, at) => one + (at % 3 ? '\r\n' : '\n')).join(''));
    const start = await workspace.snapshot(['docs/plan.md']);
    const staging = await workspace.stage(start);
    const before = (await staging.stagedText('docs/plan.md')) ?? '';
    await staging.writeText('docs/plan.md', before.replace(/^25000 .*$/m, 'changed\nand added'));
    const target = await staging.collect();
    assert.deepEqual(await workspace.publish(target, start), { kind: 'published' });
    const wanted = text.map((one, at) => {
      const end = at % 3 ? '\r\n' : '\n';
      return at === 25_000 ? `changed${end}and added${end}` : one + end;
    });
    assert.ok(read('docs/plan.md') === wanted.join(''));
  });
});

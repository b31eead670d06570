import assert from 'node:assert/strict';
import type { FileRef } from '../../src/engine/build-verify/events';
import type { PublishResult, Workspace } from '../../src/engine/ports';
import { guardWorkspace, type UnsavedText } from '../../src/host/workspace-guard';

/** A file whose text is its hash, so that a test reads like what happens. */
const ref = (text: string | null, path = 'a.md'): FileRef => ({
  path,
  hash: text,
  size: text?.length ?? 0,
});

class Scene {
  readonly disk = new Map<string, string | null>();
  readonly buffers = new Map<string, string>();
  readonly kept: string[] = [];
  /** What saving makes of a text (a formatter), or null: it cannot be saved. */
  onSave: (text: string) => string | null = (text) => text;

  readonly unsaved: UnsavedText = {
    unsaved: (paths) => paths.filter((path) => this.buffers.has(path)),
    bytes: (path) => Promise.resolve(new TextEncoder().encode(this.buffers.get(path) ?? '')),
    save: (path) => {
      const saved = this.onSave(this.buffers.get(path) ?? '');
      if (saved === null) return Promise.resolve(false);
      this.disk.set(path, saved);
      this.buffers.delete(path);
      return Promise.resolve(true);
    },
  };

  private readonly inner = {
    snapshot: (paths: readonly string[]) =>
      Promise.resolve(paths.map((path) => ref(this.disk.get(path) ?? null, path))),
    publish: (
      target: readonly FileRef[],
      expected: readonly FileRef[] | null,
    ): Promise<PublishResult> => {
      const found = target.map(({ path }) => ref(this.disk.get(path) ?? null, path));
      const fits = found.every(
        (file, index) =>
          expected === null ||
          file.hash === target[index]?.hash ||
          file.hash === expected.find((one) => one.path === file.path)?.hash,
      );
      if (!fits) return Promise.resolve({ kind: 'conflict', found });
      for (const file of target) this.disk.set(file.path, file.hash);
      return Promise.resolve({ kind: 'published' });
    },
  };

  readonly workspace = guardWorkspace(
    this.inner as unknown as Workspace,
    this.unsaved,
    (path, bytes) => {
      const text = new TextDecoder().decode(bytes);
      this.kept.push(text);
      return Promise.resolve(ref(text, path));
    },
  );
}

function scene(disk: string | null, buffer: string | null): Scene {
  const made = new Scene();
  made.disk.set('a.md', disk);
  if (buffer !== null) made.buffers.set('a.md', buffer);
  return made;
}

describe('publishing beside unsaved text', () => {
  it('publishes when nothing is unsaved', async () => {
    const { workspace, disk } = scene('old', null);
    assert.deepEqual(await workspace.publish([ref('new')], [ref('old')]), { kind: 'published' });
    assert.equal(disk.get('a.md'), 'new');
  });

  it('is a conflict with the unsaved text, which is kept, and writes nothing', async () => {
    const { workspace, disk, kept } = scene('old', 'typed');
    const result = await workspace.publish([ref('new')], [ref('old')]);
    assert.deepEqual(result, { kind: 'conflict', found: [ref('typed')] });
    assert.deepEqual(kept, ['typed']);
    assert.equal(disk.get('a.md'), 'old');
  });

  it('goes over what was asked about when the person says so', async () => {
    const { workspace, disk, buffers } = scene('old', 'typed');
    await workspace.publish([ref('new')], [ref('old')]);
    assert.deepEqual(await workspace.publish([ref('new')], null), { kind: 'published' });
    assert.equal(disk.get('a.md'), 'new');
    assert.equal(buffers.size, 0);
  });

  it('asks again when more was typed while the question stood', async () => {
    const { workspace, disk, buffers } = scene('old', 'typed');
    await workspace.publish([ref('new')], [ref('old')]);
    buffers.set('a.md', 'typed more');
    const result = await workspace.publish([ref('new')], null);
    assert.deepEqual(result, { kind: 'conflict', found: [ref('typed more')] });
    assert.equal(disk.get('a.md'), 'old');
  });

  it('asks again when the disk changed while the question stood', async () => {
    const { workspace, disk } = scene('other', null);
    const first = await workspace.publish([ref('new')], [ref('old')]);
    assert.deepEqual(first, { kind: 'conflict', found: [ref('other')] });
    disk.set('a.md', 'another');
    const second = await workspace.publish([ref('new')], null);
    assert.deepEqual(second, { kind: 'conflict', found: [ref('another')] });
    assert.equal(disk.get('a.md'), 'another');
  });

  it('takes a buffer that is only formally dirty as what it is', async () => {
    const { workspace, disk, buffers } = scene('old', 'old');
    assert.deepEqual(await workspace.publish([ref('new')], [ref('old')]), { kind: 'published' });
    assert.equal(disk.get('a.md'), 'new');
    assert.equal(buffers.size, 0);
  });

  it('is not stopped by what a formatter does on saving', async () => {
    const made = scene('old', 'old');
    made.onSave = (text) => `${text}, formatted`;
    const result = await made.workspace.publish([ref('new')], [ref('old')]);
    assert.deepEqual(result, { kind: 'published' });
    assert.equal(made.disk.get('a.md'), 'new');
  });

  it('leaves a buffer alone that cannot be saved, and asks', async () => {
    const made = scene('old', 'old');
    made.onSave = () => null;
    const result = await made.workspace.publish([ref('new')], [ref('old')]);
    assert.deepEqual(result, { kind: 'conflict', found: [ref('old')] });
    assert.equal(made.disk.get('a.md'), 'old');
  });

  it('shows the disk for the files of a conflict that have no unsaved text', async () => {
    const made = scene('old', 'typed');
    made.disk.set('b.md', 'b');
    const target = [ref('new'), ref('b2', 'b.md')];
    const result = await made.workspace.publish(target, [ref('old'), ref('b', 'b.md')]);
    assert.deepEqual(result, { kind: 'conflict', found: [ref('typed'), ref('b', 'b.md')] });
    assert.equal(made.disk.get('b.md'), 'b');
  });
});

import { createHash } from 'node:crypto';
import type { FileRef, PublishResult, ReadView, Staging, Workspace } from '../../src/engine';
import { ToolError } from '../../src/engine';

/** A Workspace port over a map of texts: what the engine sees of files, without files. */
export class MemoryWorkspace implements Workspace {
  readonly disk = new Map<string, string>();
  private readonly snapshots = new Map<string, string>();

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.disk.set(path, text);
  }

  snapshot(paths: readonly string[]): Promise<FileRef[]> {
    return Promise.resolve(paths.map((path) => this.keep(path, this.disk.get(path) ?? null)));
  }

  text(file: FileRef): Promise<string> {
    return Promise.resolve(file.hash === null ? '' : (this.snapshots.get(file.hash) ?? ''));
  }

  view(files: readonly FileRef[]): ReadView {
    return {
      readText: async (path) => {
        const file = files.find((one) => one.path === path);
        if (file !== undefined) return this.text(file);
        const text = this.disk.get(path);
        if (text === undefined) throw new ToolError(`No file "${path}".`);
        return text;
      },
      findFiles: () => Promise.resolve({ paths: [...this.disk.keys()].sort(), more: false }),
      searchText: () => Promise.resolve({ hits: [], more: false }),
    };
  }

  async stage(files: readonly FileRef[]): Promise<Staging> {
    const staged = new Map<string, string | null>();
    for (const file of files) {
      staged.set(file.path, file.hash === null ? null : await this.text(file));
    }
    return {
      ...this.view(files),
      isWritable: (path) => Promise.resolve(staged.has(path)),
      stagedText: (path) => Promise.resolve(staged.get(path) ?? null),
      writeText: (path, text) => {
        if (!staged.has(path))
          return Promise.reject(new ToolError(`"${path}" is not the artifact.`));
        staged.set(path, text);
        return Promise.resolve();
      },
      collect: () => Promise.resolve([...staged].map(([path, text]) => this.keep(path, text))),
    };
  }

  async publish(
    target: readonly FileRef[],
    expected: readonly FileRef[] | null,
  ): Promise<PublishResult> {
    const found = await this.snapshot(target.map((file) => file.path));
    const fits = found.every(
      (file, index) =>
        expected === null ||
        file.hash === expected[index]?.hash ||
        file.hash === target[index]?.hash,
    );
    if (!fits) return { kind: 'conflict', found };
    for (const file of target) {
      if (file.hash === null) this.disk.delete(file.path);
      else this.disk.set(file.path, await this.text(file));
    }
    return { kind: 'published' };
  }

  private keep(path: string, text: string | null): FileRef {
    if (text === null) return { path, hash: null, size: 0 };
    const hash = createHash('sha256').update(text).digest('hex');
    this.snapshots.set(hash, text);
    return { path, hash, size: Buffer.byteLength(text) };
  }
}

import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fileRefSchema, type FileRef } from '../engine/build-verify/events';
import { ToolError, type Staging } from '../engine/ports';
import { displayPath } from './artifact-error';
import type { ArtifactFile, ArtifactFiles } from './artifact-files';
import { writePrivateFile, type Disk } from './disk';
import { encodeText } from './encoding';
import { restoreLineEnds, toPlainLines } from './line-ends';
import type { PathPolicy } from './path-policy';
import { forModel, readLimit, WorkspaceView } from './read-view';
import { hashBytes, type SnapshotStore } from './snapshots';

const indexSchema = z.strictObject({
  base: z.array(fileRefSchema),
  /** Per file: true once it was written; its bytes are then in the file of its index. */
  written: z.array(z.boolean()),
});

/**
 * The staged copy of one Implementor phase, in memory and as files under the run folder, so that a process that dies leaves what
 * it had. A text comes in with plain line ends and goes out with the file's own: lines that are still there keep their bytes.
 */
export class StagedArtifact extends WorkspaceView implements Staging {
  private readonly staged = new Map<ArtifactFile, { text: string; bytes: Uint8Array }>();

  /** @param folder of this staging; emptied first (see `openStaging`) */
  constructor(
    policy: PathPolicy,
    artifacts: ArtifactFiles,
    private readonly snapshots: SnapshotStore,
    private readonly disk: Disk,
    private readonly folder: string,
  ) {
    super(policy, artifacts);
  }

  async isWritable(given: string): Promise<boolean> {
    try {
      return (await this.find(given)) !== null;
    } catch {
      return false;
    }
  }

  async stagedText(given: string): Promise<string | null> {
    return (await this.artifactText(given)) ?? null;
  }

  async writeText(given: string, text: string): Promise<void> {
    const file = await this.find(given);
    if (file === null) {
      throw new ToolError(`${displayPath(given)} is not the artifact. ${await this.allowed()}`);
    }
    const base = await this.artifacts.decoded(file.ref);
    const isNew = file.ref.hash === null;
    // The marks at the start are the file's, not the text's: a model that sends one must not add another.
    const plain = isNew ? text : text.replace(/^\ufeff+/, '');
    const exact = isNew ? plain : restoreLineEnds(base.text, plain);
    const bytes = encodeOrTell(exact, base);
    if (bytes.byteLength > readLimit) {
      throw new ToolError(`The text is too large: ${String(bytes.byteLength)} bytes.`);
    }
    this.staged.set(file, { text: toPlainLines(exact), bytes });
    const files = await this.artifacts.all();
    await writePrivateFile(
      this.disk,
      path.join(this.folder, String(files.indexOf(file))),
      bytes,
      false,
    );
    await this.writeIndex();
  }

  async collect(): Promise<FileRef[]> {
    const files = await this.artifacts.all();
    const collected: FileRef[] = [];
    for (const file of files) {
      const staged = this.staged.get(file);
      collected.push(
        staged === undefined
          ? file.ref
          : {
              path: file.ref.path,
              hash: await this.snapshots.put(staged.bytes),
              size: staged.bytes.byteLength,
            },
      );
    }
    return collected;
  }

  /** Makes the folder anew and says what is staged; called once, before anything is written. */
  async open(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.writeIndex();
  }

  protected override async artifactText(given: string): Promise<string | null | undefined> {
    const file = await forModel(() => this.artifacts.named(given));
    if (file === null) return undefined;
    const staged = this.staged.get(file);
    if (staged !== undefined) return staged.text;
    return file.ref.hash === null ? null : this.artifacts.text(file.ref);
  }

  /** The artifact file a path leads to. A trailing slash, a folder or a special file never is one. */
  private async find(given: string): Promise<ArtifactFile | null> {
    return forModel(() => this.artifacts.named(given));
  }

  private async allowed(): Promise<string> {
    const files = await this.artifacts.all();
    const names = files.map(({ ref }) => displayPath(ref.path)).join(', ');
    return `Only this may be written: ${names}`;
  }

  private async writeIndex(): Promise<void> {
    const files = await this.artifacts.all();
    const index: z.infer<typeof indexSchema> = {
      base: files.map(({ ref }) => ref),
      written: files.map((file) => this.staged.has(file)),
    };
    const bytes = Buffer.from(JSON.stringify(index));
    await writePrivateFile(this.disk, path.join(this.folder, 'index.json'), bytes, false);
  }
}

/**
 * What a dead process had staged: the files with a difference from where they began, stored as snapshots; null when there is none.
 * @param folder of the staging
 */
export async function readLeftover(
  folder: string,
  snapshots: SnapshotStore,
): Promise<FileRef[] | null> {
  try {
    const raw: unknown = JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8'));
    const index = indexSchema.parse(raw);
    const files: FileRef[] = [];
    let differs = false;
    for (const [at, base] of index.base.entries()) {
      if (index.written[at] !== true) {
        files.push(base);
        continue;
      }
      const bytes = await readFile(path.join(folder, String(at)));
      differs ||= hashBytes(bytes) !== base.hash;
      files.push({ path: base.path, hash: await snapshots.put(bytes), size: bytes.byteLength });
    }
    return differs ? files : null;
  } catch {
    // No staging, or one that was cut while it was made: then nothing had been staged.
    return null;
  }
}

function encodeOrTell(text: string, form: Parameters<typeof encodeText>[1]): Uint8Array {
  try {
    return encodeText(text, form);
  } catch (error) {
    if (error instanceof RangeError) throw new ToolError(`Nothing was written: ${error.message}.`);
    throw error;
  }
}

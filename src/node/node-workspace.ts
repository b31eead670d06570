import { readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileRef } from '../engine/build-verify/events';
import type { PublishResult, ReadView, Staging, Workspace } from '../engine/ports';
import { ArtifactError, asArtifactError } from './artifact-error';
import { ArtifactFiles, decodeOrThrow } from './artifact-files';
import { isReadOnly, prepareWrite, type PreparedWrite } from './artifact-writer';
import { readRegularFile, realDisk, type Disk } from './disk';
import { decodeBytes } from './encoding';
import { checkHardLinks } from './hard-links';
import { toPlainLines } from './line-ends';
import { PathPolicy, type ResolvedPath } from './path-policy';
import { readLimit, WorkspaceView } from './read-view';
import { hashBytes, SnapshotStore } from './snapshots';
import { readLeftover, StagedArtifact } from './staging';

/** An artifact file on disk at this moment. */
interface FoundFile {
  readonly ref: FileRef;
  readonly place: ResolvedPath;
  readonly bytes: Buffer | null;
}

/**
 * The artifact's files in a workspace folder, and the run's snapshots of them. The person's files are read by `snapshot` and
 * `publish` and written by `publish` alone; everything else happens in the run folder.
 */
export class NodeWorkspace implements Workspace {
  private readonly policy: PathPolicy;
  private readonly snapshots: SnapshotStore;
  private readonly stagingFolder: string;
  /** Marks this run's temporary files. */
  private readonly tag: string;

  /**
   * @param root the workspace folder
   * @param runFolder where snapshots and the staged files go; may be the folder of another run of the same workspace
   */
  constructor(
    root: string,
    private readonly runFolder: string,
    private readonly disk: Disk = realDisk,
  ) {
    this.policy = new PathPolicy(root);
    this.snapshots = new SnapshotStore(path.join(runFolder, 'snapshots'), disk);
    this.stagingFolder = path.join(runFolder, 'staging');
    this.tag = hashBytes(Buffer.from(path.basename(runFolder))).slice(0, 8);
  }

  async snapshot(paths: readonly string[]): Promise<FileRef[]> {
    const found = await this.read(paths);
    for (const { bytes, ref } of found) if (bytes !== null) decodeOrThrow(bytes, ref.path);
    await this.keep(found);
    return found.map(({ ref }) => ref);
  }

  /** As `snapshot`, but keeps whatever is there, text or not: for what is about to be replaced. */
  async snapshotAnything(paths: readonly string[]): Promise<FileRef[]> {
    const found = await this.read(paths);
    await this.keep(found);
    return found.map(({ ref }) => ref);
  }

  /**
   * Looks whether a run could work on these files, before anything of it is written down.
   * @param forWriting false for an audit, which a read-only file can have and a file that is not there cannot
   * @throws ArtifactError naming what cannot be kept, `missing`, `readonly`, or `link` for a hard link from outside
   */
  async check(paths: readonly string[], forWriting: boolean): Promise<void> {
    for (const { place, ref, bytes } of await this.read(paths)) {
      if (bytes !== null) decodeOrThrow(bytes, ref.path);
      else if (!forWriting) throw new ArtifactError('missing', ref.path);
      if (!forWriting) continue;
      if (await isReadOnly(place)) throw new ArtifactError('readonly', ref.path);
      await checkHardLinks(this.policy.root, place);
    }
  }

  async text(file: FileRef): Promise<string> {
    if (file.hash === null) return '';
    const bytes = await this.snapshots.get(file.hash);
    const decoded = decodeBytes(bytes);
    // A file found on disk in a conflict may be anything; it is shown as far as it can be.
    return toPlainLines('problem' in decoded ? bytes.toString('utf8') : decoded.text);
  }

  /** Exact bytes of a snapshot; null for an absent file. */
  async bytes(file: FileRef): Promise<Uint8Array | null> {
    return file.hash === null ? null : this.snapshots.get(file.hash);
  }

  view(files: readonly FileRef[]): ReadView {
    return new WorkspaceView(this.policy, this.artifactFiles(files));
  }

  async stage(files: readonly FileRef[]): Promise<Staging> {
    const staged = new StagedArtifact(
      this.policy,
      this.artifactFiles(files),
      this.snapshots,
      this.disk,
      this.stagingFolder,
    );
    await staged.open();
    return staged;
  }

  /** What a process that died had staged, as snapshots; null when it had nothing new. */
  leftover(): Promise<FileRef[] | null> {
    return readLeftover(this.stagingFolder, this.snapshots);
  }

  /** Takes away the temporary files that a crash of this run's owner left, beside the artifact and in the run folder. */
  async sweep(paths: readonly string[]): Promise<void> {
    for (const given of paths) {
      const place = await this.policy.resolve(given).catch(() => null);
      if (place !== null) await removeTemporary(path.dirname(place.full), this.tag);
    }
    for (const folder of [this.runFolder, path.join(this.runFolder, 'snapshots')]) {
      await removeTemporary(folder, '');
    }
  }

  async publish(
    target: readonly FileRef[],
    expected: readonly FileRef[] | null,
  ): Promise<PublishResult> {
    const found = await this.read(target.map(({ path: given }) => given));
    if (!agrees(found, target, expected)) return this.conflict(found);
    const writes: { readonly file: FoundFile; readonly write: PreparedWrite }[] = [];
    // What is replaced is kept: nobody's text is lost, whatever happens next.
    await this.keep(found);
    try {
      for (const [index, file] of found.entries()) {
        const wanted = target[index];
        if (wanted === undefined || wanted.hash === file.ref.hash) continue;
        await checkHardLinks(this.policy.root, file.place);
        const bytes = wanted.hash === null ? null : await this.snapshots.get(wanted.hash);
        writes.push({ file, write: await prepareWrite(this.disk, file.place, bytes, this.tag) });
      }
    } catch (error) {
      await discardAll(writes);
      throw error;
    }
    const done: FoundFile[] = [];
    try {
      for (const { file, write } of writes) {
        await write.commit();
        done.push(file);
      }
    } catch (error) {
      await discardAll(writes);
      await this.putBack(done);
      const why = asArtifactError(error, done[0]?.ref.path ?? '');
      if (why.reason !== 'changed') throw why;
      return this.conflict(await this.read(target.map(({ path: given }) => given)));
    }
    return { kind: 'published' };
  }

  private async conflict(found: readonly FoundFile[]): Promise<PublishResult> {
    await this.keep(found);
    return { kind: 'conflict', found: found.map(({ ref }) => ref) };
  }

  /** All files of one publish or none: what was already in place goes back. */
  private async putBack(files: readonly FoundFile[]): Promise<void> {
    for (const { ref, bytes } of files) {
      const place = await this.policy.resolveFile(ref.path);
      await (await prepareWrite(this.disk, place, bytes, this.tag)).commit();
    }
  }

  private async keep(found: readonly FoundFile[]): Promise<void> {
    for (const { bytes } of found) if (bytes !== null) await this.snapshots.put(bytes);
  }

  /** @throws ArtifactError also `same-file` when two paths are one file */
  private async read(paths: readonly string[]): Promise<FoundFile[]> {
    const found: FoundFile[] = [];
    for (const given of paths) {
      const place = await this.policy.resolveFile(given);
      const twin = found.find((other) => isSameFile(this.policy, other.place, place));
      if (twin !== undefined) throw new ArtifactError('same-file', given, twin.ref.path);
      found.push(await readPlace(place));
    }
    return found;
  }

  private artifactFiles(files: readonly FileRef[]): ArtifactFiles {
    return new ArtifactFiles(this.policy, this.snapshots, files);
  }
}

async function readPlace(place: ResolvedPath): Promise<FoundFile> {
  const { given } = place;
  if (place.stats === null) {
    return { ref: { path: given, hash: null, size: 0 }, place, bytes: null };
  }
  const { bytes, stats } = await readRegularFile(place.full, given, readLimit);
  // A link put into the way between looking and reading would lead elsewhere.
  const real = await realpath(place.full).catch(() => null);
  if (real?.toLowerCase() !== place.full.toLowerCase()) {
    throw new ArtifactError('changed', given);
  }
  return {
    ref: { path: given, hash: hashBytes(bytes), size: bytes.byteLength },
    place: { ...place, stats },
    bytes,
  };
}

/** Each file is what was expected, or what it is to become. */
function agrees(
  found: readonly FoundFile[],
  target: readonly FileRef[],
  expected: readonly FileRef[] | null,
): boolean {
  if (expected === null) return true;
  return found.every(({ ref }, index) => {
    const before = expected.find((file) => file.path === ref.path);
    return ref.hash === target[index]?.hash || (before !== undefined && ref.hash === before.hash);
  });
}

function isSameFile(policy: PathPolicy, a: ResolvedPath, b: ResolvedPath): boolean {
  if (policy.same(a, b)) return true;
  return a.stats !== null && a.stats.dev === b.stats?.dev && a.stats.ino === b.stats.ino;
}

async function discardAll(writes: readonly { readonly write: PreparedWrite }[]): Promise<void> {
  for (const { write } of writes) await write.discard();
}

async function removeTemporary(folder: string, tag: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`.bvl-${tag}`) || !name.endsWith('.tmp')) continue;
    await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  }
}

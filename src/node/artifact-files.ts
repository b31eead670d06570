import type { FileRef } from '../engine/build-verify/events';
import { ArtifactError } from './artifact-error';
import { decodeBytes, newFileForm, type DecodedText } from './encoding';
import { toPlainLines } from './line-ends';
import type { PathPolicy, ResolvedPath } from './path-policy';
import type { SnapshotStore } from './snapshots';

/** One artifact file of a view: its snapshot and the place it stands for. */
export interface ArtifactFile {
  readonly ref: FileRef;
  /** Null when its path leads nowhere allowed any more: it was changed on disk since, and only its own name means it. */
  readonly place: ResolvedPath | null;
}

/**
 * The artifact's files as snapshots. A file's own name always means it, whatever became of it on disk; any other path means it when
 * it leads to the same place.
 */
export class ArtifactFiles {
  private readonly texts = new Map<string, Promise<DecodedText>>();
  private places: Promise<readonly ArtifactFile[]> | null = null;

  constructor(
    private readonly policy: PathPolicy,
    private readonly snapshots: SnapshotStore,
    private readonly refs: readonly FileRef[],
  ) {}

  all(): Promise<readonly ArtifactFile[]> {
    this.places ??= Promise.all(
      this.refs.map(async (ref) => ({
        ref,
        place: await this.policy.resolve(ref.path).catch(() => null),
      })),
    );
    return this.places;
  }

  /**
   * The artifact file that a path names, or null for a path to any other file.
   * @throws ArtifactError for a path that leads nowhere allowed, a folder or a special file
   */
  async named(given: string): Promise<ArtifactFile | null> {
    const files = await this.all();
    const name = this.policy.plainName(given);
    const own = files.find(({ ref }) => name === this.policy.plainName(ref.path));
    if (name !== null && own !== undefined) return own;
    const place = await this.policy.resolveFile(given);
    return files.find((file) => file.place !== null && this.policy.same(file.place, place)) ?? null;
  }

  /** Exact text and form of a file at its snapshot; an absent one is empty. */
  decoded(ref: FileRef): Promise<DecodedText> {
    if (ref.hash === null) return Promise.resolve({ ...newFileForm, text: '' });
    const known = this.texts.get(ref.hash);
    if (known !== undefined) return known;
    const read = this.snapshots.get(ref.hash).then((bytes) => decodeOrThrow(bytes, ref.path));
    this.texts.set(ref.hash, read);
    return read;
  }

  /** Text with plain line ends. */
  async text(ref: FileRef): Promise<string> {
    return toPlainLines((await this.decoded(ref)).text);
  }
}

/** @throws ArtifactError `binary` or `encoding`, naming what the bytes are */
export function decodeOrThrow(bytes: Uint8Array, given: string): DecodedText {
  const decoded = decodeBytes(bytes);
  if ('problem' in decoded) throw new ArtifactError(decoded.problem, given, decoded.detail);
  return decoded;
}

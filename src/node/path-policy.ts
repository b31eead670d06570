import { realpathSync, type BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError, asArtifactError, errorCode } from './artifact-error';
import { deniedBy } from './deny-list';
import { nameProblem } from './file-name';

/** Where a path leads, with every link on the way followed by hand and found to stay inside the workspace. */
export interface ResolvedPath {
  /** The path as it was given. */
  readonly given: string;
  /** Absolute path without a link in it. Its last parts may not exist. */
  readonly full: string;
  /** The same from the workspace root, with `/`. */
  readonly relative: string;
  /** Of the file itself; null when it does not exist. */
  readonly stats: BigIntStats | null;
}

/** As the kernel: more than this many links on the way is a loop. */
const mostLinks = 40;

/**
 * Says where a path leads and whether that is allowed. A path is taken as it stands: nothing is trimmed, expanded or decoded, and
 * `..` means what the kernel means by it. Leaving the workspace is refused even when the way leads back in.
 */
export class PathPolicy {
  /** Real path of the workspace folder. */
  readonly root: string;
  /** True when two names that differ in letter case only are one file here. */
  readonly foldsCase: boolean;
  private readonly namedRoot: string;

  /**
   * @param foldsCase for tests; found out by looking at the root otherwise
   * @throws ArtifactError `missing` when there is no such folder
   */
  constructor(root: string, foldsCase?: boolean) {
    this.namedRoot = path.resolve(root);
    try {
      this.root = realpathSync.native(this.namedRoot);
    } catch (error) {
      throw asArtifactError(error, root);
    }
    this.foldsCase = foldsCase ?? isCaseFolded(this.root);
  }

  /**
   * Follows a path given relative to the root, or absolute inside it.
   * @throws ArtifactError `name`, `outside`, `link` (loop or dangling), `not-a-folder`, `denied` or `io`
   */
  async resolve(given: string): Promise<ResolvedPath> {
    const problem = nameProblem(given, process.platform);
    if (problem !== null) throw new ArtifactError('name', given, problem);
    const walk = await this.walk(given);
    const full = path.join(this.root, ...walk.segments);
    const relative = walk.segments.join('/');
    if (/^\/(proc|sys|dev)(\/|$)/.test(full)) {
      throw new ArtifactError('special', given, 'a file of the system');
    }
    const denied = deniedBy(this.lexical(given)) ?? deniedBy(relative);
    if (denied !== null) throw new ArtifactError('denied', given, denied);
    return { given, full, relative, stats: walk.stats };
  }

  /**
   * As `resolve`, for a place that is, or is to become, a regular file.
   * @throws ArtifactError as `resolve`, and `folder` or `special`
   */
  async resolveFile(given: string): Promise<ResolvedPath> {
    const resolved = await this.resolve(given);
    const { stats } = resolved;
    if (resolved.relative === '' || stats?.isDirectory() === true) {
      throw new ArtifactError('folder', given);
    }
    if (stats !== null && !stats.isFile()) {
      throw new ArtifactError('special', given, specialKind(stats));
    }
    if (/[/\\]$/.test(given) && (given.endsWith('/') || process.platform === 'win32')) {
      throw new ArtifactError('folder', given);
    }
    return resolved;
  }

  /** A path as it is spelt, from the root and without `.` parts; null when `..`, a slash at its end or its place needs the disk. */
  plainName(given: string): string | null {
    if (nameProblem(given, process.platform) !== null) return null;
    const inside = path.isAbsolute(given) ? this.stripRoot(given) : given;
    const segments = inside?.replaceAll(path.sep, '/').split('/') ?? ['..'];
    if (segments.includes('..') || segments.at(-1) === '' || segments.at(-1) === '.') return null;
    return segments.filter((segment) => segment !== '' && segment !== '.').join('/');
  }

  /** True when two resolved paths name one directory entry (hard links under another name are another entry). */
  same(a: ResolvedPath, b: ResolvedPath): boolean {
    return this.fold(a.full) === this.fold(b.full);
  }

  private fold(full: string): string {
    return this.foldsCase ? full.normalize('NFC').toLowerCase() : full;
  }

  private lexical(given: string): string {
    const inside = this.stripRoot(given);
    return path.posix.normalize((inside ?? given).replaceAll(path.sep, '/'));
  }

  /** What is left of an absolute path after the root, or null when it does not lie in it. */
  private stripRoot(absolute: string): string | null {
    for (const candidate of [absolute, path.normalize(absolute)]) {
      for (const root of [this.root, this.namedRoot]) {
        const prefix = root.endsWith(path.sep) ? root : root + path.sep;
        const head = candidate.slice(0, prefix.length);
        if (candidate === root) return '';
        if (this.fold(head) === this.fold(prefix)) return candidate.slice(prefix.length);
      }
    }
    return null;
  }

  private segmentsOf(given: string, shown: string): string[] {
    let rest = given;
    if (path.isAbsolute(given)) {
      const inside = this.stripRoot(given);
      if (inside === null) throw new ArtifactError('outside', shown);
      rest = inside;
    }
    return process.platform === 'win32' ? rest.split(/[/\\]/) : rest.split('/');
  }

  /** Goes down segment by segment, as the kernel does, but never above the root. */
  private async walk(given: string): Promise<{ segments: string[]; stats: BigIntStats | null }> {
    const queue = this.segmentsOf(given, given);
    const segments: string[] = [];
    let links = 0;
    /** How many of the next segments come out of a link: a missing one among them makes it dangling. */
    let fromLink = 0;
    let stats: BigIntStats | null = null;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const linked = fromLink > 0;
      if (linked) fromLink -= 1;
      if (stats !== null && !stats.isDirectory()) {
        // A last empty segment (`plan.md/`) is told apart by the caller.
        if (next === '' && queue.length === 0) break;
        throw new ArtifactError('not-a-folder', given);
      }
      if (next === '' || next === '.') continue;
      if (next === '..') {
        if (segments.pop() === undefined) throw new ArtifactError('outside', given);
        stats = null;
        continue;
      }
      const here = path.join(this.root, ...segments, next);
      const found = await lstatOrNull(here, given);
      if (found === null) {
        if (linked) throw new ArtifactError('link', given, 'its link leads to a missing file');
        const rest = queue.filter((segment) => segment !== '' && segment !== '.');
        if (rest.includes('..')) throw new ArtifactError('missing', given);
        return { segments: [...segments, next, ...rest], stats: null };
      }
      if (!found.isSymbolicLink()) {
        segments.push(next);
        stats = found;
        continue;
      }
      links += 1;
      if (links > mostLinks) {
        throw new ArtifactError('link', given, 'its links go round in a circle');
      }
      const target = await readlink(here).catch((error: unknown) => {
        throw asArtifactError(error, given);
      });
      const inserted = this.segmentsOf(target, given);
      if (path.isAbsolute(target)) segments.length = 0;
      queue.unshift(...inserted);
      fromLink += inserted.length;
      stats = null;
    }
    if (stats === null) {
      stats = await lstatOrNull(path.join(this.root, ...segments), given);
    }
    return { segments, stats };
  }
}

/** What kind of special file this is, for a message. */
function specialKind(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  return 'a special file';
}

async function lstatOrNull(full: string, given: string): Promise<BigIntStats | null> {
  try {
    return await lstat(full, { bigint: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw asArtifactError(error, given);
  }
}

/** Looks for the folder under the same path with its letters' case swapped. */
function isCaseFolded(root: string): boolean {
  const swapped = root.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  if (swapped === root) return process.platform === 'win32' || process.platform === 'darwin';
  try {
    return realpathSync.native(swapped) === root;
  } catch {
    return false;
  }
}

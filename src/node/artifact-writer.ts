import { constants, type BigIntStats } from 'node:fs';
import {
  access,
  link,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  rmdir,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError, asArtifactError, errorCode } from './artifact-error';
import { syncFolder, temporaryName, type Disk } from './disk';
import type { ResolvedPath } from './path-policy';

/** A write whose bytes are on the disk already; only the last step is missing. */
export interface PreparedWrite {
  /** Puts the new state in place. Rejects with an `ArtifactError`, `changed` when the file is not the one that was prepared for. */
  commit(): Promise<void>;
  /** Takes away what `prepare` made. Does nothing after `commit`. */
  discard(): Promise<void>;
}

/**
 * True when a file must be left alone: no write bit at all (even for an administrator, who could), or not ours to write.
 */
export async function isReadOnly(place: ResolvedPath): Promise<boolean> {
  if (place.stats === null) return false;
  if ((place.stats.mode & 0o222n) === 0n) return true;
  return access(place.full, constants.W_OK).then(
    () => false,
    () => true,
  );
}

/**
 * The one writer of the person's files. The new bytes go to a temporary file in the same folder, never more readable than the
 * file, and take its place in one step with mode and owner kept; a file with hard links, or one whose mode or owner could not be
 * kept that way, is written in place. `place` is a resolved path: links that led to it stay links.
 * @param bytes the new content; null takes the file away
 * @param tag whose temporary file it is (`temporaryName`)
 * @throws ArtifactError `readonly`, `disk-full`, `changed` or `io`; the file is untouched then
 */
export async function prepareWrite(
  disk: Disk,
  place: ResolvedPath,
  bytes: Uint8Array | null,
  tag: string,
): Promise<PreparedWrite> {
  try {
    if (await isReadOnly(place)) throw new ArtifactError('readonly', place.given);
    if (bytes === null) return removal(place);
    if (place.stats === null) return await creation(disk, place, bytes, tag);
    if (place.stats.nlink > 1n) return inPlace(disk, place, bytes);
    return await replacement(disk, place, place.stats, bytes, tag);
  } catch (error) {
    throw asArtifactError(error, place.given);
  }
}

function removal(place: ResolvedPath): PreparedWrite {
  return settling(place, {
    async commit() {
      if (place.stats === null) return;
      await checkUnchanged(place);
      await unlink(place.full);
      await syncFolder(path.dirname(place.full));
    },
    discard: () => Promise.resolve(),
  });
}

async function creation(
  disk: Disk,
  place: ResolvedPath,
  bytes: Uint8Array,
  tag: string,
): Promise<PreparedWrite> {
  const folder = path.dirname(place.full);
  const firstMade = await mkdir(folder, { recursive: true });
  const undoFolders = (): Promise<void> => removeFolders(folder, firstMade);
  let temporary: string;
  try {
    temporary = await writeTemporary(disk, place, bytes, null, tag);
  } catch (error) {
    await undoFolders();
    throw error;
  }
  return settling(place, {
    async commit() {
      await checkFolder(place);
      try {
        // A link never replaces a file that has appeared since.
        await link(temporary, place.full);
        await unlink(temporary);
      } catch (error) {
        if (errorCode(error) === 'EEXIST') throw new ArtifactError('changed', place.given);
        await checkUnchanged(place);
        await rename(temporary, place.full);
      }
      await syncFolder(folder);
    },
    async discard() {
      await rm(temporary, { force: true });
      await undoFolders();
    },
  });
}

async function replacement(
  disk: Disk,
  place: ResolvedPath,
  stats: BigIntStats,
  bytes: Uint8Array,
  tag: string,
): Promise<PreparedWrite> {
  let temporary: string;
  try {
    temporary = await writeTemporary(disk, place, bytes, stats, tag);
  } catch (error) {
    const code = errorCode(error);
    // A folder we may not write in, or an owner or mode we may not set: the file itself can still be written.
    if (code === 'EACCES' || code === 'EPERM') return inPlace(disk, place, bytes);
    throw error;
  }
  return settling(place, {
    async commit() {
      await checkUnchanged(place);
      try {
        await rename(temporary, place.full);
      } catch (error) {
        // A file that is mounted by itself, or another's in a sticky folder, cannot be replaced, but it can be written.
        if (!['EBUSY', 'EXDEV', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')) throw error;
        await rm(temporary, { force: true });
        return inPlace(disk, place, bytes).commit();
      }
      await syncFolder(path.dirname(place.full));
    },
    discard: () => rm(temporary, { force: true }),
  });
}

/** @param like the file whose mode and owner it gets; null for a new file, which gets the usual mode */
async function writeTemporary(
  disk: Disk,
  place: ResolvedPath,
  bytes: Uint8Array,
  like: BigIntStats | null,
  tag: string,
): Promise<string> {
  const temporary = path.join(path.dirname(place.full), temporaryName(tag));
  const file = await open(temporary, 'wx', like === null ? 0o666 : 0o600);
  try {
    await disk.write(file, bytes, 0);
    if (like !== null) await copyOwnership(file, like);
    await disk.sync(file);
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await file.close();
  return temporary;
}

async function copyOwnership(file: FileHandle, like: BigIntStats): Promise<void> {
  if (process.platform === 'win32') return;
  const made = await file.stat({ bigint: true });
  if (made.uid !== like.uid || made.gid !== like.gid) {
    await file.chown(Number(like.uid), Number(like.gid));
  }
  await file.chmod(Number(like.mode & 0o7777n));
  const now = await file.stat({ bigint: true });
  if (now.mode !== like.mode || now.uid !== like.uid || now.gid !== like.gid) {
    throw Object.assign(new Error('mode or owner not kept'), { code: 'EPERM' });
  }
}

/** The file itself is written: its end first, so that a full disk is met before any old byte is gone. */
function inPlace(disk: Disk, place: ResolvedPath, bytes: Uint8Array): PreparedWrite {
  return settling(place, {
    async commit() {
      await checkUnchanged(place);
      const file = await open(place.full, constants.O_RDWR | constants.O_NOFOLLOW);
      try {
        const old = await file.readFile();
        try {
          if (bytes.byteLength > old.byteLength) {
            await disk.write(file, bytes.subarray(old.byteLength), old.byteLength);
          }
          await disk.write(file, bytes.subarray(0, old.byteLength), 0);
          await file.truncate(bytes.byteLength);
          await disk.sync(file);
        } catch (error) {
          await file.write(old, 0, old.byteLength, 0);
          await file.truncate(old.byteLength);
          throw error;
        }
      } finally {
        await file.close();
      }
    },
    discard: () => Promise.resolve(),
  });
}

function settling(place: ResolvedPath, write: PreparedWrite): PreparedWrite {
  let settled = false;
  return {
    async commit() {
      try {
        await write.commit();
        settled = true;
      } catch (error) {
        throw asArtifactError(error, place.given);
      }
    },
    async discard() {
      if (settled) return;
      settled = true;
      await write.discard();
    },
  };
}

/** The directory entry is still the file that was read, and its folder still where it was (no link was put in between). */
async function checkUnchanged(place: ResolvedPath): Promise<void> {
  await checkFolder(place);
  const now = await lstat(place.full, { bigint: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  const then = place.stats;
  const equal =
    now === null || then === null
      ? now === then
      : now.ino === then.ino &&
        now.dev === then.dev &&
        now.size === then.size &&
        now.mtimeNs === then.mtimeNs &&
        now.mode === then.mode;
  if (!equal) throw new ArtifactError('changed', place.given);
}

async function checkFolder(place: ResolvedPath): Promise<void> {
  const folder = path.dirname(place.full);
  const real = await realpath(folder).catch(() => null);
  if (real === null || real.toLowerCase() !== folder.toLowerCase()) {
    throw new ArtifactError('changed', place.given);
  }
}

/** Takes away the folders that were made for a file, as far as they are empty. */
async function removeFolders(folder: string, firstMade: string | undefined): Promise<void> {
  if (firstMade === undefined) return;
  for (let at = folder; at.startsWith(firstMade); at = path.dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

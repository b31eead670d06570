import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError, asArtifactError } from './artifact-error';

/** The two calls that fail when a disk is full: a port, so that a test can be the full disk. */
export interface Disk {
  /** Writes all bytes at a position. Rejects with the system's error. */
  write(file: FileHandle, bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when the file's data is on the disk. */
  sync(file: FileHandle): Promise<void>;
}

export const realDisk: Disk = {
  async write(file, bytes, position) {
    let done = 0;
    while (done < bytes.byteLength) {
      const { bytesWritten } = await file.write(
        bytes,
        done,
        bytes.byteLength - done,
        position + done,
      );
      done += bytesWritten;
    }
  },
  sync: (file) => file.datasync(),
};

/**
 * A name for a file that lives for a moment beside the real one; short, since the real name may be as long as a name can be.
 * @param tag eight hex digits that say whose it is, so that its owner can take away what a crash left
 */
export function temporaryName(tag = '00000000'): string {
  return `.bvl-${tag}${randomBytes(6).toString('hex')}.tmp`;
}

/** Files of the run folder: whole or not at all, mode 600, on the disk when this resolves. Errors are `ArtifactError`s. */
export async function writePrivateFile(
  disk: Disk,
  full: string,
  bytes: Uint8Array,
  durable: boolean,
): Promise<void> {
  const temporary = path.join(path.dirname(full), temporaryName());
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await disk.write(file, bytes, 0);
      if (durable) await disk.sync(file);
    } finally {
      await file.close();
    }
    await rename(temporary, full);
    if (durable) await syncFolder(path.dirname(full));
  } catch (error) {
    await rm(temporary, { force: true });
    throw asArtifactError(error, full);
  }
}

/** Makes a rename or a new name in a folder last. Not every system can; then there is nothing to do. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows has no such call, and some network drives refuse it.
  }
}

/** A regular file's bytes with the facts they were read under. */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly stats: BigIntStats;
}

/**
 * Reads a regular file without following a link at its end and without waiting for a pipe.
 * @param given the path for messages
 * @param limit largest size in bytes
 * @throws ArtifactError `special`, `folder`, `too-large`, `missing`, `link` or `io`
 */
export async function readRegularFile(
  full: string,
  given: string,
  limit: number,
): Promise<FileBytes> {
  // Windows has neither flag; there they count as nothing.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let file: FileHandle;
  try {
    file = await open(full, flags);
  } catch (error) {
    throw asArtifactError(error, given);
  }
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.isDirectory()) throw new ArtifactError('folder', given);
    if (!stats.isFile()) throw new ArtifactError('special', given, 'a special file');
    if (stats.size > BigInt(limit)) {
      throw new ArtifactError(
        'too-large',
        given,
        `${megabytes(Number(stats.size))} MB; the limit is ${megabytes(limit)} MB`,
      );
    }
    return { bytes: await file.readFile(), stats };
  } catch (error) {
    throw asArtifactError(error, given);
  } finally {
    await file.close();
  }
}

function megabytes(size: number): string {
  return (size / 1_048_576).toFixed(1);
}

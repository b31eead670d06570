import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError, asArtifactError } from './artifact-error';
import { writePrivateFile, type Disk } from './disk';

/** SHA-256 (hex) of bytes: the name of a snapshot. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Content-addressed copies of the artifact's revisions, each once, mode 600 (rulings 30). */
export class SnapshotStore {
  constructor(
    private readonly folder: string,
    private readonly disk: Disk,
  ) {}

  /**
   * Keeps bytes; on the disk when it resolves.
   * @returns their hash
   * @throws ArtifactError `disk-full` or `io`
   */
  async put(bytes: Uint8Array): Promise<string> {
    const hash = hashBytes(bytes);
    const full = path.join(this.folder, hash);
    const known = await stat(full).catch(() => null);
    if (known?.size === bytes.byteLength) return hash;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writePrivateFile(this.disk, full, bytes, true);
    return hash;
  }

  /** @throws ArtifactError `missing` when there is no such snapshot, `io` when its bytes are not what they were */
  async get(hash: string): Promise<Buffer> {
    const shown = `snapshot ${hash.slice(0, 12)}`;
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new ArtifactError('missing', shown);
    let bytes: Buffer;
    try {
      bytes = await readFile(path.join(this.folder, hash));
    } catch (error) {
      throw asArtifactError(error, shown);
    }
    if (hashBytes(bytes) !== hash) throw new ArtifactError('io', shown, 'its bytes were changed');
    return bytes;
  }
}

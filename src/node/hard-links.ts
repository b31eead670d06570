import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError } from './artifact-error';
import type { ResolvedPath } from './path-policy';

/** A workspace with more entries than this is not searched to its end. */
const mostEntries = 200_000;

/**
 * Makes sure that all names of a file lie in the workspace: written in place it changes under each of them (nothing outside may
 * change), and replaced it would be split from them in silence.
 * @throws ArtifactError `link` when a name is elsewhere, or was not found in a very large workspace
 */
export async function checkHardLinks(root: string, place: ResolvedPath): Promise<void> {
  const { stats } = place;
  if (stats === null || stats.nlink <= 1n) return;
  let missing = stats.nlink;
  let seen = 0;
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      seen += 1;
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) open.push(full);
      if (!entry.isFile()) continue;
      const found = await lstat(full, { bigint: true }).catch(() => null);
      if (found?.ino === stats.ino && found.dev === stats.dev) missing -= 1n;
      if (missing <= 0n) return;
    }
    if (seen > mostEntries) break;
  }
  throw new ArtifactError(
    'link',
    place.given,
    'it has another name (hard link) outside the workspace',
  );
}

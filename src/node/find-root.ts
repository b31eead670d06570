import { stat } from 'node:fs/promises';
import path from 'node:path';
import { realpathSync } from 'node:fs';
import { ArtifactError } from './artifact-error';

/**
 * The workspace root of a terminal: the nearest folder upward that holds `.bvl`, else the git root, else the folder itself
 * (rulings 42).
 */
export async function findRoot(cwd: string): Promise<string> {
  return (await nearestWith(cwd, '.bvl')) ?? (await nearestWith(cwd, '.git')) ?? path.resolve(cwd);
}

/**
 * A path as a person typed it, seen from `cwd`, as it stands in a brief: from the root, with `/`.
 * @throws ArtifactError `outside` when it does not lie in the root, `name` when it is empty
 */
export function artifactPath(root: string, cwd: string, given: string): string {
  if (given === '') throw new ArtifactError('name', given, 'it is empty');
  const absolute = path.resolve(cwd, given);
  for (const base of [path.resolve(root), realpathSync.native(root)]) {
    for (const full of [
      absolute,
      path.join(realFolder(path.dirname(absolute)), path.basename(absolute)),
    ]) {
      const relative = path.relative(base, full);
      const leaves = relative === '..' || relative.startsWith(`..${path.sep}`);
      if (!leaves && !path.isAbsolute(relative)) {
        // A folder's slash is kept, so that it is refused as what it is.
        const slash = /[/\\]$/.test(given) && given.endsWith(path.sep) ? '/' : '';
        return (relative === '' ? '.' : relative.split(path.sep).join('/')) + slash;
      }
    }
  }
  throw new ArtifactError('outside', given);
}

async function nearestWith(cwd: string, name: string): Promise<string | null> {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if ((await stat(path.join(folder, name)).catch(() => null)) !== null) return folder;
    if (path.dirname(folder) === folder) return null;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

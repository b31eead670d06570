import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { deniedBy } from './deny-list';
import { nameProblem } from './file-name';
import type { IgnoreRules } from './ignore-rules';

/** A workspace with more entries than this is searched only so far. */
const mostEntries = 100_000;

/** Folders that are nobody's text: installed packages. */
const skippedFolders = new Set(['node_modules', 'bower_components', '__pycache__', '.venv']);

/**
 * Regular files under a root that a model may read, in the order of their names, as paths with `/`. Links are not followed, so
 * every file comes once and none from outside.
 */
export async function* readableFiles(
  root: string,
  rules: IgnoreRules,
): AsyncGenerator<string, void> {
  let seen = 0;
  const open: string[] = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
      (): Dirent[] => [],
    );
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const folders: string[] = [];
    for (const entry of entries) {
      seen += 1;
      if (seen > mostEntries) return;
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (!isFolder && !entry.isFile()) continue;
      if (isFolder && skippedFolders.has(entry.name)) continue;
      if (deniedBy(relative) !== null || nameProblem(relative, process.platform) !== null) continue;
      if (await rules.ignores(relative, isFolder)) continue;
      if (isFolder) folders.push(relative);
      else yield relative;
    }
    open.push(...folders.reverse());
  }
}

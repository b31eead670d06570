import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseLens, type Lens } from '../engine/lens';
import { builtInLenses } from '../engine/roles';
import { problemLines, readTextFile } from './brief-source';
import { CliError } from './cli-error';
import { visibleLine } from './visible-text';

/**
 * The lenses of this workspace: the person's own from `.bvl/lenses/*.md` first, so that one of theirs can replace a built-in one.
 * @throws CliError when a lens file cannot be used, with the lines at fault.
 */
export async function workspaceLenses(root: string): Promise<Lens[]> {
  const folder = path.join(root, '.bvl', 'lenses');
  const names = await readdir(folder).catch(() => []);
  const own: Lens[] = [];
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const file = path.join('.bvl', 'lenses', name);
    const parsed = parseLens(await readTextFile(path.join(folder, name), 'lens file'));
    if ('problems' in parsed) {
      throw new CliError(
        `The lens file ${visibleLine(file)} cannot be used:\n${problemLines(file, parsed.problems)}`,
        'Correct the lines named, or move the file away.',
      );
    }
    own.push(parsed.lens);
  }
  const replaced = new Set(own.map((lens) => lens.name));
  return [...own, ...builtInLenses.filter((lens) => !replaced.has(lens.name))];
}

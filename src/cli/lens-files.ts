import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseLens, type Lens } from '../engine/lens';
import { builtInLenses } from '../engine/roles';
import { problemLines, readTextFile } from './brief-source';
import { visibleLine } from './visible-text';

export interface KnownLenses {
  readonly lenses: readonly Lens[];
  /** What is wrong in lens files that cannot be used: they are left out. */
  readonly problems: readonly string[];
}

/** The lenses of this workspace: the person's own from `.bvl/lenses/*.md`, which may replace a built-in one by its name, then those. */
export async function workspaceLenses(root: string): Promise<KnownLenses> {
  const folder = path.join(root, '.bvl', 'lenses');
  const names = await readdir(folder).catch(() => []);
  const own: Lens[] = [];
  const problems: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const file = path.join('.bvl', 'lenses', name);
    const parsed = parseLens(await readTextFile(path.join(folder, name), 'lens file'));
    if ('lens' in parsed) own.push(parsed.lens);
    else {
      const lines = problemLines(file, parsed.problems);
      problems.push(`The lens file ${visibleLine(file)} is left out:\n${lines}`);
    }
  }
  const replaced = new Set(own.map((lens) => lens.name));
  return {
    lenses: [...own, ...builtInLenses.filter((lens) => !replaced.has(lens.name))],
    problems,
  };
}

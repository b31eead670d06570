import * as vscode from 'vscode';
import { parseLens, type Lens } from '../engine/lens';
import { builtInLenses } from '../engine/roles';
import { t } from './translate';

export interface KnownLenses {
  readonly lenses: readonly Lens[];
  /** Lens files that cannot be used, one message each: they are left out. */
  readonly problems: readonly string[];
}

/** The lenses a run can use: the person's own in `.bvl/lenses/*.md`, which may replace a built-in one by its name, then the built-in. */
export async function lensesOf(root: vscode.Uri): Promise<KnownLenses> {
  const folder = vscode.Uri.joinPath(root, '.bvl', 'lenses');
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  const own: Lens[] = [];
  const problems: string[] = [];
  for (const [name] of entries.filter(([name]) => name.endsWith('.md')).sort()) {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
    const parsed = parseLens(new TextDecoder().decode(bytes), t);
    if ('lens' in parsed) own.push(parsed.lens);
    else {
      const [first] = parsed.problems;
      problems.push(
        t('The lens file {file} cannot be used, line {line}: {problem}', {
          file: name,
          line: first?.line ?? 1,
          problem: first?.message ?? '',
        }),
      );
    }
  }
  const replaced = new Set(own.map((lens) => lens.name));
  return { lenses: [...own, ...builtInLenses.filter((one) => !replaced.has(one.name))], problems };
}

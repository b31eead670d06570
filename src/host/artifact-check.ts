import { access } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError, artifactErrorText, asArtifactError } from '../node/artifact-error';
import { NodeWorkspace } from '../node/node-workspace';
import type { FormProblem } from '../protocol/brief-form';
import type { Translate } from '../util/translate';

/**
 * Looks whether files can be the artifact, before any model is asked: inside the workspace, text whose bytes can be kept, writable (unless
 * it is only audited). A file that does not exist yet is fine for a run and not for an audit.
 * @param root the workspace folder's path on disk
 * @returns a problem for each file that cannot, beside its place in the form
 */
export async function checkArtifacts(
  root: string,
  paths: readonly string[],
  mode: 'loop' | 'audit',
  t: Translate,
): Promise<FormProblem[]> {
  const problems: FormProblem[] = [];
  const good: string[] = [];
  for (const [index, file] of paths.entries()) {
    // With the good ones before it, so that two names of one file are found.
    const error = await problemOf(root, [...good, file], file, mode);
    if (error === null) {
      good.push(file);
      continue;
    }
    const message = artifactErrorText(error, t);
    problems.push({ field: 'artifacts', index, severity: 'error', message });
  }
  return problems;
}

async function problemOf(
  root: string,
  paths: readonly string[],
  file: string,
  mode: 'loop' | 'audit',
): Promise<ArtifactError | null> {
  try {
    const workspace = new NodeWorkspace(root, path.join(root, '.bvl', 'runs'));
    await workspace.check(paths, mode === 'loop');
    return mode === 'audit' && !(await exists(path.join(root, file)))
      ? new ArtifactError('missing', file)
      : null;
  } catch (error) {
    return asArtifactError(error, file);
  }
}

async function exists(full: string): Promise<boolean> {
  return access(full).then(
    () => true,
    () => false,
  );
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Where downloaded editors and browsers are kept; git-ignored. */
export const cacheFolder = path.resolve('.vscode-test');

/**
 * The folder `name` of the cache, filled by `fill` when it is not there yet. It appears whole or
 * not at all, also when two processes fill it at once.
 */
export async function cached(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const target = path.join(cacheFolder, name);
  if (await exists(target)) return target;
  await mkdir(cacheFolder, { recursive: true });
  const staged = await mkdtemp(path.join(cacheFolder, 'incoming-'));
  try {
    await fill(staged);
    await rename(staged, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
  return target;
}

/** Unpacks a package of the npm registry into `folder`, without its dependencies and scripts. */
export async function unpackPackage(specifier: string, folder: string): Promise<void> {
  const download = await mkdtemp(path.join(cacheFolder, 'package-'));
  try {
    await runNpm(['pack', specifier, '--silent', '--pack-destination', download], folder);
    const [archive] = await readdir(download);
    if (archive === undefined) throw new Error(`npm pack ${specifier} gave no file.`);
    await execFileAsync('tar', [
      '-xzf',
      path.join(download, archive),
      '-C',
      folder,
      '--strip-components=1',
    ]);
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

/** Runs npm in `folder`; an error carries what npm said. */
export async function runNpm(command: readonly string[], folder: string): Promise<void> {
  const windows = process.platform === 'win32';
  await execFileAsync(windows ? 'npm.cmd' : 'npm', [...command], {
    cwd: folder,
    shell: windows,
    maxBuffer: 64 * 1024 * 1024,
  });
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

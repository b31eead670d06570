import path from 'node:path';
import { cached, exists, runNpm, unpackPackage } from './cache';
import { node22Version, type EditorVersion } from './versions';

/** An editor on this machine, ready to be started. */
export interface InstalledEditor {
  readonly version: EditorVersion;
  /** The Node executable that runs the server. */
  readonly node: string;
  /** The server's entry file. */
  readonly serverMain: string;
}

/**
 * Brings an editor onto this machine (about a quarter of a minute the first time; kept in
 * `.vscode-test`). Needs the npm registry and `tar`, no compiler and no system library.
 */
export async function installEditor(version: EditorVersion): Promise<InstalledEditor> {
  const folder = await cached(`code-server-${version.codeServer}`, async (staged) => {
    await unpackPackage(`code-server@${version.codeServer}`, staged);
    await runNpm(
      ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      path.join(staged, 'lib', 'vscode'),
    );
  });
  return {
    version,
    node: await nodeFor(version.nodeMajor),
    serverMain: path.join(folder, 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** The executable of the wanted Node: the one that runs this, or the registry's. */
async function nodeFor(major: EditorVersion['nodeMajor']): Promise<string> {
  if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
  if (major === 24) throw new Error('The current editor needs Node 24; start through npm.');
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const folder = await cached(`${name}-${node22Version}`, (staged) =>
    unpackPackage(`${name}@${node22Version}`, staged),
  );
  const executable = path.join(folder, 'bin', windows ? 'node.exe' : 'node');
  if (!(await exists(executable))) throw new Error(`${name}@${node22Version} has no Node in it.`);
  return executable;
}

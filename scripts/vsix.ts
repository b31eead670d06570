import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { buildAll } from './bundles';

const vsce = ['node_modules/@vscode/vsce/vsce'];

/** Builds for production and packs; gives the VSIX's name. Throws with what vsce said. */
export async function packageExtension(): Promise<string> {
  await buildAll({ production: true, watch: false });
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  const file = `${name}-${version}.vsix`;
  pack(file);
  return file;
}

/** Packs what is built, as a VSIX of that name. Throws with what vsce said. */
export function pack(file: string): void {
  runVsce([
    'package',
    '--no-dependencies',
    '--no-rewrite-relative-links',
    '--allow-missing-repository',
    '--out',
    file,
  ]);
  if (!statSync(file).isFile()) throw new Error(`vsce made no ${file}.`);
}

/** The files that the VSIX would hold, as vsce lists them. */
export function packagedFiles(): string[] {
  return runVsce(['ls', '--no-dependencies'])
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes(' '))
    .sort();
}

function runVsce(command: readonly string[]): string {
  const result = spawnSync(process.execPath, [...vsce, ...command], { encoding: 'utf8' });
  if (result.status !== 0) {
    throw new Error(`vsce ${command.join(' ')} failed:\n${result.stdout}\n${result.stderr}`);
  }
  return result.stdout;
}

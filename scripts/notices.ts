import type { Metafile } from 'esbuild';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * The licence notices of the packages that the bundles contain, read from the packages themselves:
 * name, version, licence name, licence text. Throws when a package names no licence, so that
 * nothing is shipped without one.
 */
export async function thirdPartyNotices(metafiles: readonly Metafile[]): Promise<string> {
  const folders = new Set(['node_modules/@vscode/codicons']);
  for (const { inputs } of metafiles) {
    for (const input of Object.keys(inputs)) {
      const folder = packageFolder(input);
      if (folder !== null) folders.add(folder);
    }
  }
  const sections: string[] = [];
  for (const folder of [...folders].sort()) sections.push(await section(folder));
  return ['BVL: Build-Verify Loop contains the following software of others.', ...sections]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

/** `node_modules/@scope/name` of a bundled file; null when the file is our own. */
function packageFolder(input: string): string | null {
  const marker = 'node_modules/';
  const at = input.lastIndexOf(marker);
  if (at === -1) return null;
  const [first = '', second = ''] = input.slice(at + marker.length).split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return `${input.slice(0, at)}${marker}${name}`;
}

async function section(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: unknown;
  };
  if (typeof manifest.license !== 'string') {
    throw new Error(`${folder} names no licence; look at it before shipping it.`);
  }
  const texts: string[] = [];
  for (const file of (await readdir(folder)).sort()) {
    if (!/^(licen[cs]e|copying|notice)/i.test(file)) continue;
    texts.push((await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim());
  }
  return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...texts].join('\n\n');
}

// The licence notices of the packages that the bundles contain, read from the packages themselves.

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * One section for each bundled package: name, version, licence name, licence text.
 * Throws when a package names no licence, so that nothing is shipped without one.
 * @param {import('esbuild').Metafile[]} metafiles
 */
export async function thirdPartyNotices(metafiles) {
  const folders = new Set(['node_modules/@vscode/codicons']);
  for (const { inputs } of metafiles) {
    for (const input of Object.keys(inputs)) {
      const folder = packageFolder(input);
      if (folder !== null) folders.add(folder);
    }
  }
  const sections = [];
  for (const folder of [...folders].sort()) sections.push(await section(folder));
  return ['BVL: Build-Verify Loop contains the following software of others.', ...sections]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

/** `node_modules/@scope/name` of a bundled file, or null when the file is our own. */
function packageFolder(input) {
  const at = input.lastIndexOf('node_modules/');
  if (at === -1) return null;
  const [first, second] = input.slice(at + 'node_modules/'.length).split('/');
  const name = first?.startsWith('@') ? `${first}/${second}` : first;
  return `${input.slice(0, at)}node_modules/${name}`;
}

async function section(folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (typeof manifest.license !== 'string') {
    throw new Error(`${folder} names no licence; look at it before shipping it.`);
  }
  const files = (await readdir(folder)).filter((name) =>
    /^(licen[cs]e|copying|notice)/i.test(name),
  );
  const texts = [];
  for (const file of files.sort()) {
    texts.push((await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim());
  }
  return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...texts].join('\n\n');
}

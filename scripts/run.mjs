// Runs one TypeScript file of the project under the Node that runs this file:
// `node scripts/run.mjs scripts/NAME.ts [arguments]`. Packages stay outside the bundle.

import { build } from 'esbuild';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [entry, ...rest] = process.argv.slice(2);
const outfile = path.resolve('out', entry.replace(/\.ts$/, '.mjs'));
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  packages: 'external',
  loader: { '.md': 'text' },
  sourcemap: 'inline',
  logLevel: 'warning',
});
process.argv = [process.argv[0], outfile, ...rest];
await import(pathToFileURL(outfile).href);

// Runs single test files: `node scripts/test-one.mjs test/unit/a.test.ts [more files] [-- mocha options]`.
// Starts itself again under the project's Node 24 when another Node runs it.

import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';

if (Number(process.versions.node.split('.')[0]) < 24) {
  const again = spawnSync(
    process.execPath,
    ['scripts/bootstrap.mjs', 'scripts/test-one.mjs', ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  process.exit(again.status ?? 1);
}

const split = process.argv.indexOf('--');
const files = process.argv.slice(2, split === -1 ? undefined : split);
const mochaOptions = split === -1 ? [] : process.argv.slice(split + 1);
if (files.length === 0) {
  process.stderr.write('Which test files?\n');
  process.exit(2);
}
const folder = path.resolve(
  'out/one',
  createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12),
);
await build({
  entryPoints: files,
  outdir: folder,
  outbase: '.',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  loader: { '.md': 'text' },
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const bundled = files.map((file) =>
  path.join(folder, path.relative('.', file).replace(/\.ts$/, '.cjs')),
);
const result = spawnSync(
  process.execPath,
  ['--enable-source-maps', 'node_modules/mocha/bin/mocha.js', ...mochaOptions, ...bundled],
  { stdio: 'inherit' },
);
process.exit(result.status ?? 1);

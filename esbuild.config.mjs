// Builds everything that ships, into dist/:
//
//   extension.mjs, chunks/   the extension; what it imports when first needed lies in chunks
//   cli.js, cli/             the `bvl` command; cli.js only looks at the Node version
//   webview/                 the review panel, its styles and the icon font
//   THIRD-PARTY-NOTICES.txt  the licences of the bundled packages (production only)
//
// `--production` makes it small, `--watch` goes on building. out/meta/*.json say what went where.

import esbuild from 'esbuild';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { thirdPartyNotices } from './scripts/notices.mjs';

/** CommonJS packages inside an ECMAScript module still call `require` for Node's own modules. */
const requireBanner =
  "import { createRequire as bvlCreateRequire } from 'node:module';" +
  'const require = bvlCreateRequire(import.meta.url);';

/** What every bundle of the project has in common. @param {boolean} production */
function common(production) {
  return {
    bundle: true,
    minify: production,
    sourcemap: !production,
    sourcesContent: false,
    metafile: true,
    loader: { '.md': 'text' },
    logLevel: 'warning',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
  };
}

/** @param {boolean} production */
function nodeBundle(production) {
  return {
    ...common(production),
    platform: 'node',
    format: 'esm',
    target: 'node22',
    splitting: true,
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    banner: { js: requireBanner },
  };
}

/** The bundles by name. @param {boolean} production */
export function bundles(production) {
  return {
    extension: {
      ...nodeBundle(production),
      entryPoints: { extension: 'src/extension.ts' },
      external: ['vscode'],
      outdir: 'dist',
      chunkNames: 'chunks/[name]-[hash]',
    },
    cli: {
      ...nodeBundle(production),
      entryPoints: { main: 'src/cli.ts' },
      outdir: 'dist/cli',
      chunkNames: 'chunks/[name]-[hash]',
    },
    'cli-start': {
      ...common(production),
      platform: 'node',
      format: 'cjs',
      target: 'node14',
      bundle: false,
      entryPoints: { cli: 'src/cli/start.ts' },
      outdir: 'dist',
      sourcemap: false,
      banner: { js: '#!/usr/bin/env node' },
    },
    webview: {
      ...common(production),
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      entryPoints: { panel: 'webview/main.ts' },
      outdir: 'dist/webview',
      loader: { '.md': 'text', '.ttf': 'file' },
    },
  };
}

/** Builds all of it. @param {{ production: boolean, watch: boolean }} options */
export async function buildAll({ production, watch }) {
  if (!watch) await rm('dist', { recursive: true, force: true });
  await mkdir('dist/webview', { recursive: true });
  await mkdir('out/meta', { recursive: true });
  await copyFile('node_modules/@vscode/codicons/dist/codicon.css', 'dist/webview/codicon.css');
  await copyFile('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/webview/codicon.ttf');
  const metafiles = [];
  for (const [name, options] of Object.entries(bundles(production))) {
    if (watch) {
      const context = await esbuild.context({ ...options, logLevel: 'info' });
      await context.watch();
      continue;
    }
    const { metafile } = await esbuild.build(options);
    metafiles.push(metafile);
    await writeFile(path.join('out/meta', `${name}.json`), JSON.stringify(metafile));
  }
  if (production)
    await writeFile('dist/THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(metafiles));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildAll({
    production: process.argv.includes('--production'),
    watch: process.argv.includes('--watch'),
  });
}

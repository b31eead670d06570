/*
 * What esbuild makes of the sources, into dist/:
 *
 *     extension.mjs, chunks/   the extension; what it imports when first needed lies in chunks
 *     cli.js, cli/             the `bvl` command; cli.js only looks at the Node version
 *     webview/                 the review panel
 *
 * scripts/bundles.ts builds them, in development and production mode.
 */

/** CommonJS packages inside an ECMAScript module still call `require` for Node's own modules. */
const requireBanner =
  "import { createRequire as bvlCreateRequire } from 'node:module';" +
  'const require = bvlCreateRequire(import.meta.url);';

/**
 * The bundles by name. `vscode` is external in the extension only, so that a leak breaks the build.
 * @param {boolean} production small instead of readable
 * @returns {Record<string, import('esbuild').BuildOptions>}
 */
export function bundles(production) {
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    bundle: true,
    minify: production,
    sourcemap: !production,
    sourcesContent: false,
    loader: { '.md': 'text' },
    logLevel: 'warning',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
  };
  /** @type {import('esbuild').BuildOptions} */
  const forNode = {
    ...common,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    splitting: true,
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    banner: { js: requireBanner },
  };
  return {
    extension: {
      ...forNode,
      entryPoints: { extension: 'src/extension.ts' },
      external: ['vscode'],
      outdir: 'dist',
      chunkNames: 'chunks/[name]-[hash]',
    },
    cli: {
      ...forNode,
      entryPoints: { main: 'src/cli.ts' },
      outdir: 'dist/cli',
      chunkNames: 'chunks/[name]-[hash]',
    },
    'cli-start': {
      platform: 'node',
      format: 'cjs',
      target: 'node14',
      minify: production,
      entryPoints: { cli: 'src/cli/start.ts' },
      outdir: 'dist',
      banner: { js: '#!/usr/bin/env node' },
    },
    webview: {
      ...common,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      entryPoints: { panel: 'webview/main.ts' },
      outdir: 'dist/webview',
    },
  };
}

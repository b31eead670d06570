import { build } from 'esbuild';
import path from 'node:path';
import { globSync } from 'tinyglobby';

/** Where built tests lie; each file keeps its own bundle, packages stay outside. */
export const testOutput = path.resolve('out/test');

/** The test files of a folder under test/, as paths from the project's root, sorted. */
export function testFiles(folder: string): string[] {
  return globSync(`test/${folder}/**/*.test.ts`).sort();
}

/** Bundles TypeScript files of the project for Node; gives the built files, in the same order. */
export async function bundleTests(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  await build({
    entryPoints: [...files],
    outdir: testOutput,
    outbase: 'test',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    packages: 'external',
    loader: { '.md': 'text' },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return files.map((file) =>
    path.join(testOutput, path.relative('test', file).replace(/\.ts$/, '.cjs')),
  );
}

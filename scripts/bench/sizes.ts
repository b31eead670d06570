import type { Metafile } from 'esbuild';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { metaFolder } from '../bundles';
import { packageExtension } from '../vsix';
import type { Measure } from './measure';

/** Size of the package, and of what the editor reads when the extension starts (production build). */
export async function sizes(): Promise<Measure[]> {
  const vsix = await packageExtension();
  const meta = JSON.parse(
    readFileSync(path.join(metaFolder, 'extension.json'), 'utf8'),
  ) as Metafile;
  const size = (file: string): number => statSync(file).size / 1000;
  return [
    { what: 'the VSIX', value: size(vsix), unit: 'KB', aim: 1000 },
    { what: 'loaded at start', value: startSize(meta) / 1000, unit: 'KB', aim: 300 },
    {
      what: 'the panel, loaded when it opens',
      value: size('dist/webview/panel.js'),
      unit: 'KB',
      aim: null,
    },
  ];
}

/** Bytes of the entry and of all it imports statically; what it imports when first needed does not count. */
function startSize({ outputs }: Metafile): number {
  const seen = new Set<string>();
  const visit = (file: string): number => {
    const output = outputs[file];
    if (output === undefined || seen.has(file)) return 0;
    seen.add(file);
    const inner = output.imports
      .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
      .map(({ path: imported }) => visit(imported));
    return output.bytes + inner.reduce((sum, bytes) => sum + bytes, 0);
  };
  return visit('dist/extension.mjs');
}

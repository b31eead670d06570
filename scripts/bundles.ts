/**
 * Everything that ships, built into dist/:
 *
 *     extension.mjs, chunks/   the extension; what it imports when first needed lies in chunks
 *     cli.js, cli/             the `bvl` command; cli.js only looks at the Node version
 *     webview/                 the review panel, its styles and the icon font
 *     THIRD-PARTY-NOTICES.txt  the licences of the bundled packages (production only)
 */
import esbuild, { type Metafile } from 'esbuild';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundles } from '../esbuild.config.mjs';
import { thirdPartyNotices } from './notices';

/** Where esbuild's account of each bundle is kept: out/meta/NAME.json. */
export const metaFolder = 'out/meta';

export interface BuildMode {
  /** Small instead of readable. */
  readonly production: boolean;
  /** Go on building when a file changes. */
  readonly watch: boolean;
}

/** Builds all of it; rejects when something does not build. */
export async function buildAll(mode: BuildMode): Promise<void> {
  if (!mode.watch) await rm('dist', { recursive: true, force: true });
  await mkdir('dist/webview', { recursive: true });
  await mkdir(metaFolder, { recursive: true });
  for (const file of ['codicon.css', 'codicon.ttf']) {
    await copyFile(`node_modules/@vscode/codicons/dist/${file}`, `dist/webview/${file}`);
  }
  const metafiles: Metafile[] = [];
  for (const [name, options] of Object.entries(bundles(mode.production))) {
    if (mode.watch) {
      const context = await esbuild.context({ ...options, logLevel: 'info' });
      await context.watch();
      continue;
    }
    const { metafile } = await esbuild.build({ ...options, metafile: true });
    metafiles.push(metafile);
    await writeFile(path.join(metaFolder, `${name}.json`), JSON.stringify(metafile));
  }
  if (mode.production) {
    await writeFile('dist/THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(metafiles));
  }
}

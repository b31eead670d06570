/**
 * `npm start`: builds, then opens the extension on a copy of the sample workspace in a real editor:
 * an installed VS Code when there is one, else the editor of the npm registry in the browser.
 * `--browser` takes the second one in any case; `--folder DIR` opens a folder of your own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAll } from './bundles';
import { startEditor } from '../test/support/editor/server';
import { editorVersions } from '../test/support/editor/versions';
import { pack, packagedFiles } from './vsix';

const words = process.argv.slice(2);
const folderAt = words.indexOf('--folder');
const named = folderAt === -1 ? undefined : words[folderAt + 1];
if (folderAt !== -1 && named === undefined) {
  process.stderr.write('--folder needs a folder.\n');
  process.exit(2);
}
await buildAll({ production: false, watch: false });
const workspace = named === undefined ? await sampleCopy() : path.resolve(named);
if (!words.includes('--browser') && hasDesktopEditor()) openDesktop(workspace, await packedCopy());
else await openInBrowser(workspace);

/** A copy, because the loop changes the files it works on. */
async function sampleCopy(): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'bvl-sample-')), 'workspace');
  await cp('examples/workspace', folder, { recursive: true });
  return folder;
}

function hasDesktopEditor(): boolean {
  return spawnSync('code', ['--version'], { shell: process.platform === 'win32' }).status === 0;
}

/** What a package would hold, in a folder of its own: building this folder anew takes nothing away from a running window. */
async function packedCopy(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bvl-start-'));
  for (const file of packagedFiles()) await cp(file, path.join(folder, file));
  return folder;
}

function openDesktop(folder: string, extension: string): void {
  process.stdout.write(`Opening ${folder} in VS Code with the extension as it is built now.\n`);
  const child = spawn('code', ['--new-window', `--extensionDevelopmentPath=${extension}`, folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

async function openInBrowser(folder: string): Promise<void> {
  process.stdout.write('Starting an editor (the first time it is downloaded, about 50 MB)…\n');
  // Installed from a package: it goes on running from its own copy when this folder is built anew.
  const packed = path.join(await mkdtemp(path.join(tmpdir(), 'bvl-start-')), 'extension.vsix');
  pack(packed);
  const editor = await startEditor({
    version: editorVersions.current,
    workspace: folder,
    extensions: [],
    vsix: packed,
    testDriver: false,
    // The editor's package comes without the compiler that its language service needs.
    settings: { 'typescript.tsdk': path.resolve('node_modules/typescript/lib') },
  });
  await rm(path.dirname(packed), { recursive: true, force: true });
  process.stdout.write(
    `\nThe editor, with the extension, on ${folder}:\n\n    ${editor.url}\n\n` +
      'Open this address in a browser. Ctrl-C here ends the editor.\n',
  );
  const end = (): void => {
    void editor.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

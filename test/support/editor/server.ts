import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installEditor, type InstalledEditor } from './download';
import { freePort } from './free-port';
import { startGuarded } from './guarded-process';
import type { EditorVersion } from './versions';

export interface EditorOptions {
  readonly version: EditorVersion;
  /** The folder, or the `.code-workspace` file of several, that is opened; null: an empty window. */
  readonly workspace: string | null;
  /** Folders of extensions: the first is loaded from where it is, the others are installed as copies. */
  readonly extensions: readonly string[];
  /** A packed extension that is installed before the window opens. */
  readonly vsix?: string;
  /** A CommonJS module whose `run()` is called inside the extension host. */
  readonly testModule?: string;
  /** User settings of this editor; the ones that would disturb a test are set already. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether to ask for trust in the workspace; false: every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** False: a window as a person has it. Else extensions are loaded from their folders, and notifications go to the bell only. */
  readonly testDriver?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Kept data folder (to start the same editor again); null or absent: a temporary one. */
  readonly dataFolder?: string;
  readonly port?: number;
}

export interface RunningEditor {
  /** The address to open in a browser. */
  readonly url: string;
  readonly dataFolder: string;
  /** What the server has written so far. */
  output(): string;
  /** Ends the server and its extension hosts; a temporary data folder is removed. */
  stop(): Promise<void>;
}

const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.untrustedFiles': 'open',
  'git.enabled': false,
  'window.commandCenter': false,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

/** Starts the editor's server and waits until it answers. Throws with its output when it ends early. */
export async function startEditor(options: EditorOptions): Promise<RunningEditor> {
  const editor = await installEditor(options.version);
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'bvl-editor-')));
  await mkdir(path.join(dataFolder, 'extensions'), { recursive: true });
  // A window on a server reads machine-scoped settings from `Machine` only.
  for (const scope of ['User', 'Machine']) {
    await mkdir(path.join(dataFolder, 'data', scope), { recursive: true });
    await writeFile(
      path.join(dataFolder, 'data', scope, 'settings.json'),
      JSON.stringify({ ...quietSettings, ...options.settings }, null, 2),
    );
  }
  for (const folder of options.extensions.slice(1)) await installCopy(folder, dataFolder);
  if (options.vsix !== undefined) await installPacked(editor, options.vsix, dataFolder);
  const port = options.port ?? (await freePort());
  const server = startGuarded(
    editor.node,
    [
      editor.serverMain,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--without-connection-token',
      '--accept-server-license-terms',
      '--server-data-dir',
      dataFolder,
      '--extensions-dir',
      path.join(dataFolder, 'extensions'),
      ...(options.testDriver === false ? [] : ['--enable-smoke-test-driver']),
      '--disable-telemetry',
      '--disable-experiments',
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
    ],
    options.environment,
  );
  const stop = async (): Promise<void> => {
    await server.stop();
    if (options.dataFolder === undefined) {
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    await untilAnswering(`http://127.0.0.1:${port}/version`, server.exited);
  } catch (error) {
    await stop();
    throw new Error(`The editor ${options.version.vscode} did not start.\n${server.output()}`, {
      cause: error,
    });
  }
  return { url: editorUrl(port, options), dataFolder, output: () => server.output(), stop };
}

/** Installs a packed extension with the editor's own installer. */
async function installPacked(
  editor: InstalledEditor,
  vsix: string,
  dataFolder: string,
): Promise<void> {
  await promisify(execFile)(editor.node, [
    editor.serverMain,
    '--accept-server-license-terms',
    '--server-data-dir',
    dataFolder,
    '--extensions-dir',
    path.join(dataFolder, 'extensions'),
    '--install-extension',
    path.resolve(vsix),
  ]);
}

/** Puts an extension where the server finds it when it starts for the first time. */
async function installCopy(folder: string, dataFolder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    readonly publisher: string;
    readonly name: string;
    readonly version: string;
  };
  const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  await cp(folder, path.join(dataFolder, 'extensions', name), { recursive: true });
}

function editorUrl(port: number, options: EditorOptions): string {
  const remote = (file: string): string =>
    `vscode-remote://127.0.0.1:${port}${path.resolve(file).split(path.sep).join('/')}`;
  // A window takes one folder of this kind.
  const payload: [string, string][] = options.extensions
    .slice(0, 1)
    .map((folder) => ['extensionDevelopmentPath', remote(folder)]);
  if (options.testModule !== undefined) {
    payload.push(['extensionTestsPath', remote(options.testModule)]);
  }
  payload.push(['skipWelcome', 'true']);
  const query = new URLSearchParams({ payload: JSON.stringify(payload) });
  if (options.workspace === null) query.set('ew', 'true');
  else {
    const kind = options.workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
    query.set(kind, path.resolve(options.workspace));
  }
  return `http://127.0.0.1:${port}/?${query.toString()}`;
}

async function untilAnswering(url: string, exited: Promise<unknown>): Promise<void> {
  const life = { ended: false };
  void exited.then(() => {
    life.ended = true;
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (life.ended) throw new Error('It ended at once.');
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not answer within a minute.');
}

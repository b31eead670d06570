import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../editor/browser';
import { exists } from '../editor/cache';
import { startEditor } from '../editor/server';
import type { EditorVersion } from '../editor/versions';
import { bundleTests, testFiles, testOutput } from './bundle-tests';
import type { SuiteResult } from './counting-reporter';
import type { HostRun } from './host-entry';
import { readResult } from './plain-suite';

/** How long one window's tests may take, milliseconds. */
const patience = 480_000;

/**
 * Runs test/host in the extension hosts of real windows: the files directly in test/host in one
 * window on a copy of test/fixtures/workspace, those of test/host/no-folder in an empty window,
 * those of test/host/restricted in a window that does not trust its folder, those of
 * test/host/several-folders in a window on the folders `first` and `second`.
 */
export async function runHostSuite(
  version: EditorVersion,
  grep: string | null,
): Promise<SuiteResult> {
  const all = testFiles('host');
  const groups = [
    { name: 'window', files: all.filter((file) => path.dirname(file) === 'test/host') },
    ...['no-folder', 'restricted', 'several-folders'].map((name) => ({
      name,
      files: all.filter((file) => file.startsWith(`test/host/${name}/`)),
    })),
  ];
  let total: SuiteResult = { passed: 0, failed: 0, pending: 0 };
  for (const group of groups) {
    if (group.files.length === 0) continue;
    const result = await runWindow(version, group, grep);
    total = {
      passed: total.passed + result.passed,
      failed: total.failed + result.failed,
      pending: total.pending + result.pending,
    };
  }
  return total;
}

async function runWindow(
  version: EditorVersion,
  group: { readonly name: string; readonly files: readonly string[] },
  grep: string | null,
): Promise<SuiteResult> {
  const folder = path.join(testOutput, `host-${version.vscode}-${group.name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [testModule, ...files] = await bundleTests([
    'test/support/run/host-entry.ts',
    ...group.files,
  ]);
  if (testModule === undefined) throw new Error('The entry of the host tests was not built.');
  const plan: HostRun = { files, grep };
  await writeFile(path.join(folder, 'host-run.json'), JSON.stringify(plan));
  const logFile = path.join(folder, 'report.txt');
  const resultFile = path.join(folder, 'result.json');
  const workspace = group.name === 'no-folder' ? null : await copyWorkspace();
  const several = workspace !== null && group.name === 'several-folders';
  const editor = await startEditor({
    version,
    workspace: several ? await severalFolders(workspace) : workspace,
    extensions: ['.'],
    testModule,
    workspaceTrust: group.name === 'restricted',
    environment: { BVL_TEST_LOG: logFile, BVL_TEST_RESULT: resultFile, ELECTRON_RUN_AS_NODE: '' },
  });
  try {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(editor.url);
      const deadline = Date.now() + patience;
      while (!(await exists(resultFile)) && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      if (!(await exists(resultFile))) {
        await page.screenshot({ path: path.join(folder, 'window.png') }).catch(() => undefined);
        process.stdout.write(`The tests in the window did not end.\n${editor.output()}\n`);
      }
    } finally {
      await browser.close();
    }
  } finally {
    await editor.stop();
    if (workspace !== null) await rm(workspace, { recursive: true, force: true });
  }
  process.stdout.write(await readFile(logFile, 'utf8').catch(() => 'There is no report.\n'));
  return readResult(resultFile);
}

/** A fresh copy of the fixture workspace; the tests may do with it what they like. */
async function copyWorkspace(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bvl-workspace-'));
  const fixture = path.resolve('test/fixtures/workspace');
  if (await exists(fixture)) await cp(fixture, folder, { recursive: true });
  return folder;
}

/** Makes a workspace of two new folders in `folder`; gives the file that names it. */
async function severalFolders(folder: string): Promise<string> {
  const names = ['first', 'second'];
  for (const name of names) await mkdir(path.join(folder, name));
  const file = path.join(folder, 'both.code-workspace');
  await writeFile(file, JSON.stringify({ folders: names.map((name) => ({ path: name })) }));
  return file;
}

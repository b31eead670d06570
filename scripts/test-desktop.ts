/**
 * `npm run test:desktop`: the host suite in a desktop VS Code, which is downloaded first. For
 * machines that reach the download server and have a display; `npm test` needs neither.
 */
import { runTests } from '@vscode/test-electron';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAll } from './bundles';
import { bundleTests, testFiles, testOutput } from '../test/support/run/bundle-tests';
import { editorVersions } from '../test/support/editor/versions';
import type { HostRun } from '../test/support/run/host-entry';
import { readResult } from '../test/support/run/plain-suite';

await buildAll({ production: false, watch: false });
const files = testFiles('host').filter((file) => path.dirname(file) === 'test/host');
const [entry, ...built] = await bundleTests(['test/support/run/host-entry.ts', ...files]);
if (entry === undefined) throw new Error('The entry of the host tests was not built.');
let failed = false;
for (const { vscode } of Object.values(editorVersions)) {
  const folder = path.join(testOutput, `desktop-${vscode}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const plan: HostRun = { files: built, grep: null };
  await writeFile(path.join(folder, 'host-run.json'), JSON.stringify(plan));
  const log = path.join(folder, 'report.txt');
  const result = path.join(folder, 'result.json');
  await runTests({
    version: vscode,
    extensionDevelopmentPath: path.resolve('.'),
    extensionTestsPath: entry,
    extensionTestsEnv: { BVL_TEST_LOG: log, BVL_TEST_RESULT: result },
    launchArgs: [await mkdtemp(path.join(tmpdir(), 'bvl-workspace-')), '--disable-workspace-trust'],
  });
  process.stdout.write(await readFile(log, 'utf8'));
  const counts = await readResult(result);
  process.stdout.write(`${vscode}: ${counts.passed} passed, ${counts.failed} failed\n`);
  if (counts.failed > 0 || counts.passed === 0) failed = true;
}
process.exit(failed ? 1 : 0);

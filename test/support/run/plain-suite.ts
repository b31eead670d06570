import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { bundleTests, testFiles, testOutput } from './bundle-tests';
import type { SuiteResult } from './counting-reporter';

export interface PlainSuite {
  /** The folder under test/. */
  readonly folder: string;
  /** Milliseconds for one test. */
  readonly timeout: number;
}

/** Runs the tests of one folder with mocha in a Node process of its own. */
export async function runPlainSuite(suite: PlainSuite, grep: string | null): Promise<SuiteResult> {
  const files = await bundleTests(testFiles(suite.folder));
  if (files.length === 0) return { passed: 0, failed: 0, pending: 0 };
  const [reporter] = await bundleTests(['test/support/run/counting-reporter-entry.ts']);
  const resultFile = path.join(testOutput, `${suite.folder}.json`);
  await mkdir(testOutput, { recursive: true });
  await rm(resultFile, { force: true });
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      'node_modules/mocha/bin/mocha.js',
      '--no-config',
      '--timeout',
      String(suite.timeout),
      ...(process.env['CI'] === undefined ? [] : ['--forbid-only']),
      ...(grep === null ? [] : ['--grep', grep]),
      ...(reporter === undefined ? [] : ['--reporter', reporter]),
      ...files,
    ],
    { stdio: 'inherit', env: { ...process.env, BVL_TEST_RESULT: resultFile } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  const result = await readResult(resultFile);
  // A run that breaks outside of a test leaves no failed test behind.
  if (code !== 0 && result.failed === 0) return { ...result, failed: 1 };
  return result;
}

/** The counts in a result file; one failure when there is none to read. */
export async function readResult(file: string): Promise<SuiteResult> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, pending: 0 };
  return JSON.parse(text) as SuiteResult;
}

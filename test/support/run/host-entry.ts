import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import { CountingReporter, type SuiteResult } from './counting-reporter';

/** What the outer runner tells this side; it lies beside the built module as `host-run.json`. */
export interface HostRun {
  readonly files: readonly string[];
  readonly grep: string | null;
}

/**
 * Called by the editor inside its extension host. Runs mocha there; the outer runner reads the
 * report and the counts from the files that the environment names.
 */
export async function run(): Promise<void> {
  const logFile = process.env['BVL_TEST_LOG'];
  const resultFile = process.env['BVL_TEST_RESULT'];
  if (logFile === undefined || resultFile === undefined) {
    throw new Error('BVL_TEST_LOG and BVL_TEST_RESULT must name files.');
  }
  try {
    const plan = JSON.parse(
      readFileSync(path.join(path.dirname(resultFile), 'host-run.json'), 'utf8'),
    ) as HostRun;
    const mocha = new Mocha({
      ui: 'bdd',
      color: false,
      timeout: 60_000,
      forbidOnly: process.env['CI'] !== undefined,
      reporter: CountingReporter,
      ...(plan.grep === null ? {} : { grep: plan.grep }),
    });
    for (const file of plan.files) mocha.addFile(file);
    await new Promise<void>((resolve) => mocha.run(() => resolve()));
  } catch (error) {
    appendFileSync(logFile, `${error instanceof Error ? String(error.stack) : String(error)}\n`);
    const result: SuiteResult = { passed: 0, failed: 1, pending: 0 };
    writeFileSync(resultFile, JSON.stringify(result));
  }
}

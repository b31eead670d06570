import { appendFileSync, writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What a suite's run comes to; written as JSON to the file that BVL_TEST_RESULT names. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
}

/**
 * Mocha's `spec` report, followed by the counts in a file. Inside an extension host, where nobody
 * reads the console, BVL_TEST_LOG names a file that takes the report's lines.
 */
export class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    let passed = 0;
    let failed = 0;
    let pending = 0;
    runner.on('pass', () => (passed += 1));
    runner.on('fail', () => (failed += 1));
    runner.on('pending', () => (pending += 1));
    const resultFile = process.env['BVL_TEST_RESULT'];
    if (resultFile === undefined) return;
    runner.once('end', () => {
      const result: SuiteResult = { passed, failed, pending };
      writeFileSync(resultFile, JSON.stringify(result));
    });
  }
}

const logFile = process.env['BVL_TEST_LOG'];
if (logFile !== undefined) {
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    appendFileSync(logFile, `${formatLine(parts)}\n`);
  };
}

/** Mocha hands over printf-like patterns with `%s` and `%d`. */
function formatLine(parts: readonly unknown[]): string {
  const [pattern, ...values] = parts.map(String);
  const rest = [...values];
  const line = (pattern ?? '').replace(/%[sd]/g, () => rest.shift() ?? '');
  return [line, ...rest].join(' ');
}

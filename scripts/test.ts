/**
 * `npm test`: builds, then runs every suite, cheap ones first. `npm test -- unit cli` runs some,
 * `--grep TEXT` some tests of them, `--no-build` takes what was built before.
 *
 * The last line is `N passed, N failed`, summed over the suites. The exit code is 1 when a test
 * failed or a suite ran no test.
 */
import { buildAll } from './bundles';
import type { SuiteResult } from '../test/support/run/counting-reporter';
import { editorVersions } from '../test/support/editor/versions';
import { runHostSuite } from '../test/support/run/host-suite';
import { runPlainSuite } from '../test/support/run/plain-suite';

type Suite = (grep: string | null) => Promise<SuiteResult>;

const suites: Record<string, Suite> = {
  unit: (grep) => runPlainSuite({ folder: 'unit', timeout: 20_000 }, grep),
  golden: (grep) => runPlainSuite({ folder: 'golden', timeout: 20_000 }, grep),
  cli: (grep) => runPlainSuite({ folder: 'cli', timeout: 60_000 }, grep),
  'host-minimum': (grep) => runHostSuite(editorVersions.minimum, grep),
  'host-current': (grep) => runHostSuite(editorVersions.current, grep),
  ui: (grep) => runPlainSuite({ folder: 'ui', timeout: 180_000 }, grep),
};

const { names, grep, noBuild } = readArguments(process.argv.slice(2));
if (!noBuild) {
  process.stdout.write('Building…\n');
  await buildAll({ production: false, watch: false });
}
let passed = 0;
let failed = 0;
const lines: string[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (
    names.length > 0 &&
    !names.some((wanted) => name === wanted || name.startsWith(`${wanted}-`))
  ) {
    continue;
  }
  process.stdout.write(`\n== ${name} ==\n`);
  const started = Date.now();
  const result = await runSafely(suite);
  const seconds = Math.round((Date.now() - started) / 1000);
  const skipped = result.pending > 0 ? `, ${result.pending} skipped` : '';
  const empty = result.passed + result.failed === 0;
  if (empty && grep === null) failed += 1;
  passed += result.passed;
  failed += result.failed;
  lines.push(
    `${name}: ${result.passed} ok, ${result.failed} not ok${skipped} (${seconds} s)` +
      (empty ? ' — no test ran, which counts as a failure' : ''),
  );
}
process.stdout.write(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** A suite that cannot even start is one failure; the others still run. */
async function runSafely(suite: Suite): Promise<SuiteResult> {
  try {
    return await suite(grep);
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? String(error.stack) : String(error)}\n`);
    return { passed: 0, failed: 1, pending: 0 };
  }
}

function readArguments(words: readonly string[]): {
  names: string[];
  grep: string | null;
  noBuild: boolean;
} {
  const names: string[] = [];
  let pattern: string | null = null;
  let skipBuild = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--grep') {
      at += 1;
      pattern = words[at] ?? null;
    } else if (word === '--no-build') skipBuild = true;
    else names.push(word);
  }
  const known = Object.keys(suites);
  const wrong = names.filter(
    (name) => !known.some((suite) => suite.split('-')[0] === name || suite === name),
  );
  if (wrong.length > 0) {
    process.stderr.write(`Not a suite: ${wrong.join(', ')}. There are: ${known.join(', ')}.\n`);
    process.exit(2);
  }
  return { names, grep: pattern, noBuild: skipBuild };
}

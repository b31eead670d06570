/**
 * `npm run package`: the production build as a VSIX, `build-verify-loop-VERSION.vsix`. Fails when
 * the list of its files is not what scripts/package-list.ts allows.
 */
import { statSync } from 'node:fs';
import { packageProblems } from './package-list';
import { packageExtension, packagedFiles } from './vsix';

/** What the VSIX may weigh. */
const mostBytes = 1_000_000;

const file = await packageExtension();
const problems = packageProblems(packagedFiles(), true);
const { size } = statSync(file);
if (size > mostBytes) problems.push(`too large: ${size} bytes, more than ${mostBytes}`);
if (problems.length > 0) {
  process.stderr.write(`${file} does not hold what it should:\n${problems.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${file}: ${(size / 1024).toFixed(0)} KiB\n`);

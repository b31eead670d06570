/**
 * `npm run package`: the production build as a VSIX, `build-verify-loop-VERSION.vsix`. Fails when
 * the list of its files is not what scripts/package-list.ts allows.
 */
import { statSync } from 'node:fs';
import { packageProblems } from './package-list';
import { packageExtension, packagedFiles } from './vsix';

const file = await packageExtension();
const problems = packageProblems(packagedFiles(), true);
if (problems.length > 0) {
  process.stderr.write(`${file} does not hold what it should:\n${problems.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${file}: ${(statSync(file).size / 1024).toFixed(0)} KiB\n`);

/**
 * `npm run check` (all) or `npm run check -- types lint format`: each tool is started, also when
 * one before it found something, and the exit code tells whether any did.
 */
import { spawnSync } from 'node:child_process';

const tools: Record<string, readonly (readonly string[])[]> = {
  types: [
    ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.json'],
    ['node_modules/typescript/bin/tsc', '--project', 'webview/tsconfig.json'],
  ],
  lint: [['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.']],
  format: [['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']],
};

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !(name in tools));
if (unknown.length > 0) {
  process.stderr.write(`Not a check: ${unknown.join(', ')}. There are: types, lint, format.\n`);
  process.exit(2);
}

const failed: string[] = [];
for (const [name, commands] of Object.entries(tools)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const command of commands) {
    const result = spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (result.status !== 0) failed.push(command.slice(1).join(' ') || name);
  }
}
if (failed.length > 0) {
  process.stderr.write(`Checks failed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write('Types, lint and format are in order.\n');
}

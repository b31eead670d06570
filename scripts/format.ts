/** `npm run format`: prettier over the whole project, and what eslint can mend by itself. */
import { spawnSync } from 'node:child_process';

const commands = [
  ['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', '.'],
  ['node_modules/eslint/bin/eslint.js', '--fix', '.'],
];
for (const command of commands) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (result.status !== 0) process.exitCode = 1;
}

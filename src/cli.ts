import { main } from './cli/main';

/** The `bvl` command. `src/cli/start.ts` looks at the version of Node before this is loaded. */
process.exitCode = await main({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  end: (code) => process.exit(code),
});

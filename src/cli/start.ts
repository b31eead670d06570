import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What `bvl` starts with. It has to run on any Node, so that an old one gets a clear message
 * instead of a syntax error from the program behind it.
 */
const major = Number(process.versions.node.split('.')[0]);
if (major < 22) {
  process.stderr.write(
    'bvl needs Node 22 or newer; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ').\n' +
      nextStep() +
      '\n',
  );
  process.exitCode = 3;
} else {
  // The built file's place beside this one; the compiler does not see it.
  const program = './cli/main.mjs';
  void import(program);
}

/** A clone has a new enough Node of its own, which its first script has put there. */
function nextStep(): string {
  const self = realpathSync(process.argv[1] === undefined ? '.' : process.argv[1]);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const own = join(self, '..', '..', 'node_modules', 'node', 'bin', name);
  return existsSync(own)
    ? 'Use the one of this clone: "' + own + '" "' + self + '"'
    : 'Install Node 22 or newer (nodejs.org) and start bvl with it.';
}

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
      ').\n',
  );
  process.exitCode = 3;
} else {
  // The built file's place beside this one; the compiler does not see it.
  const program = './cli/main.mjs';
  void import(program);
}

export {};

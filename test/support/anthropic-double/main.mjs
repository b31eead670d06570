// Starts the double from its TypeScript source: `node test/support/anthropic-double/main.mjs --help`. Needs only the installed
// development packages; nothing is written to the disk.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('command.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
  logLevel: 'warning',
});
const source = Buffer.from(outputFiles[0].contents).toString('base64');
const { command } = await import(`data:text/javascript;base64,${source}`);
process.exitCode = await command(process.argv.slice(2));

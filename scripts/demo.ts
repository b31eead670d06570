/**
 * `npm run demo`: builds, then runs the main job in the terminal on a copy of the sample workspace.
 * A recorded run stands in for the model, so no key and no network is needed. `npm run demo --
 * document` takes the second sample, which asks for a decision.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAll } from './bundles';

const samples: Record<string, string> = { code: 'invoice', document: 'move-orders-db' };

const wanted = process.argv[2] ?? 'code';
const sample = samples[wanted];
if (sample === undefined) {
  process.stderr.write(
    `There is no "${wanted}"; choose one of: ${Object.keys(samples).join(', ')}.\n`,
  );
  process.exit(2);
}
const recording = path.resolve(`examples/recordings/${sample}.json`);
if (!existsSync(recording)) {
  process.stderr.write(
    `The recording of this sample is not here: ${recording}\nTry the other one: npm run demo\n`,
  );
  process.exit(3);
}
await buildAll({ production: false, watch: false });
const program = path.resolve('dist/cli.js');
// The machine's own Node may be older than the command wants; this one is not.
const node = process.execPath;
const scratch = await mkdtemp(path.join(tmpdir(), 'bvl-demo-'));
const workspace = path.join(scratch, 'workspace');
await cp('examples/workspace', workspace, { recursive: true });

process.stdout.write(`A recorded run, on a copy of the sample workspace: ${workspace}\n\n`);
const code = bvl([
  'run',
  '--brief',
  `.bvl/briefs/${sample}.md`,
  '--model',
  `recorded:${recording}`,
]);
if (!existsSync(path.join(workspace, '.bvl/runs'))) {
  // Nothing ran: there is nothing to look at, and what was wrong has been said.
  await rm(scratch, { recursive: true, force: true });
  process.exit(code);
}
process.stdout.write('\nWhat the run changed in the file (bvl diff last start end):\n\n');
bvl(['diff', 'last', 'start', 'end']);
process.stdout.write(
  [
    '',
    `Look further, in ${workspace}:`,
    '',
    '  the findings of the first audit with their evidence and the answers they got',
    `  ${node} ${program} show last --round 0`,
    '  the replies exactly as the models gave them',
    `  ${node} ${program} show last --raw`,
    '  put the file back',
    `  ${node} ${program} restore last start`,
    '',
    'The same in the editor: npm start',
    '',
  ].join('\n'),
);
process.exit(code);

function bvl(words: readonly string[]): number {
  const result = spawnSync(node, [program, ...words], {
    cwd: workspace,
    stdio: 'inherit',
  });
  return result.status ?? 1;
}

import { RunStore } from '../../src/node/run-store';

/*
 * A process of its own for the tests of the lock: opens a run, says what it got, appends one event for each line it is sent, and lives
 * until it is ended. Arguments: workspace folder, run id.
 */

const [root = '', runId = ''] = process.argv.slice(2);
const run = await new RunStore(root).open(runId);
process.stdout.write(`${run.readOnly ? `read-only: ${run.owner ?? ''}` : 'owner'}\n`);
let seq = run.events.length;
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) {
  await run.journal.append(
    { v: 1, seq, at: '2026-01-01T00:00:00.000Z', type: 'notice', code: 'test', text: String(text) },
    true,
  );
  seq += 1;
  process.stdout.write('appended\n');
}

import { open } from 'node:fs/promises';
import path from 'node:path';
import type { RunState } from '../engine/build-verify/run-state';
import { evolve } from '../engine/build-verify/state';
import type { RunStep } from '../engine/runner';
import { journalSize, parseJournal, readJournal } from './journal-file';
import type { RunStore } from './run-store';
import { systemClock } from './system-clock';

/** Milliseconds between two looks at the journal. */
const interval = 250;

/**
 * Follows a run that another process works on, from its first event on: what is there comes at once, what is appended comes as
 * it is written. Goes on after the end of the run (it may be resumed) until the signal aborts.
 * @returns the last state, or null when there was no event
 * @throws JournalError when the journal cannot be read
 */
export async function* followRun(
  store: RunStore,
  runId: string,
  signal: AbortSignal,
): AsyncGenerator<RunStep, RunState | null> {
  const file = path.join(store.folderOf(runId), 'events.jsonl');
  let state: RunState | null = null;
  const { events, length } = await readJournal(file);
  let read = length;
  let count = events.length;
  for (const event of events) {
    state = evolve(state, event);
    yield { event, state };
  }
  while (!signal.aborted) {
    if ((await journalSize(file)) > read) {
      const more = parseJournal(await readFrom(file, read), file, count);
      read += more.length;
      count += more.events.length;
      for (const event of more.events) {
        state = evolve(state, event);
        yield { event, state };
      }
    }
    await systemClock.wait(interval, signal);
  }
  return state;
}

async function readFrom(file: string, from: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, size - from));
    const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { parseRunEvent, type Outcome, type RunEvent } from '../engine/build-verify/events';
import { RunLock } from './run-lock';

/** One line of a list of runs. */
export interface RunListing {
  readonly id: string;
  readonly task: string;
  readonly artifacts: readonly string[];
  readonly mode: 'loop' | 'audit';
  /** ISO times of the first and the last event. */
  readonly startedAt: string;
  readonly lastAt: string;
  /** Null while the run lives, and after a crash. */
  readonly outcome: Outcome | null;
  /** The last round anything is known of. */
  readonly round: number;
  /** Owner that is at work on it now, or null. */
  readonly owner: string | null;
  /** Why the run cannot be shown in full; null when it can, as far as its two ends tell. */
  readonly problem: string | null;
}

/** Bytes looked at behind: more than enough for what ends a run. */
const tailSize = 65_536;
const headStep = 65_536;
const headLimit = 4 * 1_048_576;

/**
 * Lists a run from the first line and the last lines of its journal, so that hundreds of runs list at once.
 * @param folder of the run
 * @returns null when there is no journal in it
 */
export async function listRun(folder: string): Promise<RunListing | null> {
  let file: FileHandle;
  try {
    file = await open(path.join(folder, 'events.jsonl'), 'r');
  } catch {
    return null;
  }
  try {
    const id = path.basename(folder);
    const owner = await RunLock.owner(folder);
    const { size } = await file.stat();
    // A run is a run from its first event on; before that its folder is being made.
    if (size === 0) return null;
    const first = readEvent(await firstLine(file));
    if (first?.type !== 'run.started') {
      return { ...unreadable(id), owner };
    }
    const last = await lastEvents(file, size);
    const end = last.findLast(
      (event) =>
        event.type === 'run.ended' || event.type === 'run.resumed' || event.type === 'call',
    );
    return {
      id,
      task: first.brief.task,
      artifacts: first.brief.artifacts,
      mode: first.options.mode,
      startedAt: first.at,
      lastAt: last.at(-1)?.at ?? first.at,
      outcome: end?.type === 'run.ended' ? end.outcome : null,
      round: last.reduce(
        (round, event) => ('round' in event ? Math.max(round, event.round) : round),
        0,
      ),
      owner,
      problem: null,
    };
  } finally {
    await file.close();
  }
}

function unreadable(id: string): RunListing {
  return {
    id,
    task: '',
    artifacts: [],
    mode: 'loop',
    startedAt: '',
    lastAt: '',
    outcome: null,
    round: 0,
    owner: null,
    problem: 'Its journal does not begin with a start that this version can read.',
  };
}

async function firstLine(file: FileHandle): Promise<string> {
  const parts: Buffer[] = [];
  for (let at = 0; at < headLimit; at += headStep) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headStep), 0, headStep, at);
    const part = buffer.subarray(0, bytesRead);
    const end = part.indexOf(10);
    parts.push(end === -1 ? part : part.subarray(0, end));
    if (end !== -1 || bytesRead < headStep) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The events of the tail; a last line longer than the tail (a call with a long reply) is read whole. */
async function lastEvents(file: FileHandle, size: number): Promise<RunEvent[]> {
  for (let length = tailSize; ; length *= 8) {
    const from = Math.max(0, size - length);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    const events = lines
      .slice(from === 0 ? 0 : 1)
      .map(readEvent)
      .filter((event) => event !== null);
    if (events.length > 0 || from === 0) return events;
  }
}

function readEvent(line: string): RunEvent | null {
  try {
    const event = parseRunEvent(JSON.parse(line));
    return 'error' in event ? null : event;
  } catch {
    return null;
  }
}

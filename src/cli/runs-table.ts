import { foldRun } from '../engine/build-verify/state';
import { outcomeWords, roundBeside, roundsExecuted } from '../engine/build-verify/wording';
import type { RunListing } from '../node/run-listing';
import type { RunStore } from '../node/run-store';
import type { Layout } from './finding-lines';
import { countOf } from './number-words';
import { cutToWidth, padToWidth, textWidth } from './text-width';
import { visibleLine } from './visible-text';

/** A run in the list, with the rounds it has executed. */
export interface CountedRun extends RunListing {
  /** Numbered rounds whose Critic phase ended (rulings 9). */
  readonly roundsExecuted: number;
  /** The round that did not end: `round 1 incomplete`; null: none, or nobody knows. */
  readonly roundBeside: string | null;
}

/** Counts the rounds of a run as its report does. The ends of a journal tell it only for a success; else it is read whole. */
export async function countedRun(run: RunListing, store: RunStore): Promise<CountedRun> {
  const listed = { ...run, roundsExecuted: run.round, roundBeside: null };
  if (run.problem !== null || run.outcome === 'success' || run.mode === 'audit') return listed;
  try {
    const state = foldRun((await store.read(run.id)).events);
    const beside = roundBeside(state);
    const name = beside?.number === 0 ? 'baseline' : `round ${beside?.number ?? 0}`;
    return {
      ...run,
      roundsExecuted: roundsExecuted(state),
      roundBeside:
        beside === null ? null : `${name} ${run.owner === null ? beside.what : 'under way'}`,
    };
  } catch {
    // What cannot be read is said when the run is opened.
    return listed;
  }
}

/** The list of runs, the newest first, one line each. */
export function runsTable(runs: readonly CountedRun[], layout: Layout): string[] {
  const rows = runs.map((run) => [
    run.id,
    timeWords(run.startedAt),
    statusWords(run),
    roundsWords(run),
    run.artifacts.map(visibleLine).join(', '),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    cutToWidth(
      row
        .map((cell, column) => padToWidth(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      layout.columns,
    ),
  );
}

function roundsWords({ mode, roundsExecuted: count, roundBeside: beside }: CountedRun): string {
  if (mode === 'audit') return 'audit';
  return `${countOf(count, 'round')}${beside === null ? '' : ` (${beside})`}`;
}

/** Where a run stands: its outcome, who is at work on it, or that it waits to be resumed. */
export function statusWords(run: RunListing): string {
  if (run.problem !== null) return 'cannot be read';
  if (run.owner !== null) return `at work (${visibleLine(run.owner)})`;
  return run.outcome === null ? 'interrupted' : outcomeWords(run.outcome);
}

/** `2026-11-30 18:42` in the person's own time zone; a dash when unknown. */
function timeWords(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '-';
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

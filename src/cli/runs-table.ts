import { outcomeWords } from '../engine/build-verify/wording';
import type { RunListing } from '../node/run-listing';
import type { Layout } from './finding-lines';
import { countOf } from './number-words';
import { cutToWidth, padToWidth, textWidth } from './text-width';
import { visibleLine } from './visible-text';

/** The list of runs, the newest first, one line each. */
export function runsTable(runs: readonly RunListing[], layout: Layout): string[] {
  const rows = runs.map((run) => [
    run.id,
    timeWords(run.startedAt),
    statusWords(run),
    run.mode === 'audit' ? 'audit' : countOf(run.round, 'round'),
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

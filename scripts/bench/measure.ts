/** One line of the bench's table. */
export interface Measure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'times' | 'KB';
  /** At most this is aimed at; null: shown for comparison only. */
  readonly aim: number | null;
}

/** The middle value; of an even number the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Lines of a table: what, value, aim, verdict. */
export function table(measures: readonly Measure[]): string {
  const rows = measures.map(({ what, value, unit, aim }) => [
    what,
    `${format(value)} ${unit}`,
    aim === null ? '' : `at most ${format(aim)} ${unit}`,
    aim === null ? '' : value <= aim ? 'met' : 'MISSED',
  ]);
  const all = [['what', 'measured', 'aim', ''], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function format(value: number): string {
  return Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0) : 'unknown';
}

/*
 * Which lines of two texts are the same line. Only used where a file mixes line ends, so it favours being fast and stable on large
 * files over finding the very shortest difference: equal ends, then lines that occur once on both sides, then small tables.
 */

export type LinePair = readonly [before: number, after: number];

/** A table for the longest common run of lines is made up to this many cells. */
const tableLimit = 1_000_000;

/** Pairs of equal lines, rising on both sides. */
export function alignLines(before: readonly string[], after: readonly string[]): LinePair[] {
  const pairs: LinePair[] = [];
  const open: [number, number, number, number][] = [[0, before.length, 0, after.length]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    let [a0, a1, b0, b1] = part;
    while (a0 < a1 && b0 < b1 && before[a0] === after[b0]) pairs.push([a0++, b0++]);
    while (a0 < a1 && b0 < b1 && before[a1 - 1] === after[b1 - 1]) pairs.push([--a1, --b1]);
    if (a0 === a1 || b0 === b1) continue;
    const anchors = uniqueAnchors(before, after, a0, a1, b0, b1);
    if (anchors.length === 0) {
      pairs.push(...tablePairs(before, after, a0, a1, b0, b1));
      continue;
    }
    for (const [a, b] of anchors) {
      open.push([a0, a, b0, b]);
      pairs.push([a, b]);
      a0 = a + 1;
      b0 = b + 1;
    }
    open.push([a0, a1, b0, b1]);
  }
  return pairs.sort((left, right) => left[0] - right[0]);
}

/** Lines that occur exactly once in both parts, thinned out to the longest rising row. */
function uniqueAnchors(
  before: readonly string[],
  after: readonly string[],
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): LinePair[] {
  const seen = new Map<string, { a: number; b: number }>();
  for (let a = a0; a < a1; a += 1) {
    const line = before[a] ?? '';
    seen.set(line, { a: seen.has(line) ? -2 : a, b: -1 });
  }
  for (let b = b0; b < b1; b += 1) {
    const entry = seen.get(after[b] ?? '');
    if (entry !== undefined) entry.b = entry.b === -1 ? b : -2;
  }
  const unique = [...seen.values()]
    .filter(({ a, b }) => a >= 0 && b >= 0)
    .map(({ a, b }): LinePair => [a, b])
    .sort((left, right) => left[0] - right[0]);
  return longestRising(unique);
}

function longestRising(pairs: readonly LinePair[]): LinePair[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, [, b]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  }
  const row: LinePair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) row.push(pair);
  }
  return row.reverse();
}

/** Longest common subsequence of two small parts; none when the table would be too large. */
function tablePairs(
  before: readonly string[],
  after: readonly string[],
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): LinePair[] {
  const rows = a1 - a0;
  const columns = b1 - b0;
  if (rows * columns > tableLimit) return [];
  const width = columns + 1;
  const table = new Uint32Array((rows + 1) * width);
  const cell = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        before[a0 + i] === after[b0 + j]
          ? cell(i + 1, j + 1) + 1
          : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (before[a0 + i] === after[b0 + j]) pairs.push([a0 + i++, b0 + j++]);
    else if (cell(i + 1, j) >= cell(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

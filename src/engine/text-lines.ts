/** The lines of a text without their ends. A line ends at CRLF, LF or a lone CR, as in the editor; "a\n" has two lines. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Offset at which each line of `text` begins, under the same line ends as `splitLines`. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return starts;
}

/** Index of the last entry of ascending `starts` that is not greater than `offset`; 0 when there is none. */
export function indexAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

import { alignLines } from './line-align';

/*
 * Models, quotes and line numbers work on text whose line ends are all `\n`; the file keeps its own. This module is the only
 * place where the two meet: `toPlainLines` on the way out, `restoreLineEnds` on the way back (rulings 29).
 */

interface Line {
  readonly text: string;
  /** `\n`, `\r\n`, `\r`, or empty for a last line that has none. */
  readonly end: string;
}

/** The text with every line end (`\r\n`, `\n`, a lone `\r`) as `\n`. */
export function toPlainLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Gives a revised text the line ends of the text it came from: a line that is still there keeps its own, a new or changed line
 * gets the one of the line it stands for, else of its neighbour. Whether the last line has an end is `after`'s to say.
 * `restoreLineEnds(text, toPlainLines(text))` is `text`.
 * @param before the exact old text
 * @param after the new text with any line ends
 */
export function restoreLineEnds(before: string, after: string): string {
  const plain = toPlainLines(after);
  const kinds = new Set(before.match(/\r\n|\r|\n/g));
  const [only] = kinds;
  if (only === undefined) return before === '' ? after : plain;
  if (kinds.size === 1) return only === '\n' ? plain : plain.replaceAll('\n', only);
  return restoreMixed(splitLines(before), splitLines(plain));
}

function restoreMixed(before: readonly Line[], after: readonly Line[]): string {
  const pairs = alignLines(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  const out: string[] = [];
  let a = 0;
  let b = 0;
  for (const [nextA, nextB] of [...pairs, [before.length, after.length] as const]) {
    for (const from = b; b < nextB; b += 1) {
      const twin = Math.min(a + (b - from), nextA - 1);
      out.push(withEnd(after[b], twin >= a ? twin : null, a, before));
    }
    a = nextA;
    if (b < after.length) out.push(withEnd(after[b], nextA, nextA, before));
    a += 1;
    b += 1;
  }
  return joinLines(out);
}

/** A line end `\r` before an empty line that ends in `\n` would be read as one end: the empty line then takes `\r` too. */
function joinLines(lines: readonly string[]): string {
  const out: string[] = [];
  for (const line of lines) out.push(line === '\n' && out.at(-1)?.endsWith('\r') ? '\r' : line);
  return out.join('');
}

/**
 * One line of the new text with its end.
 * @param twin the old line it is or stands for; null for an insertion
 * @param at where in the old text it was inserted
 */
function withEnd(
  line: Line | undefined,
  twin: number | null,
  at: number,
  before: readonly Line[],
): string {
  if (line === undefined) return '';
  if (line.end === '') return line.text;
  const own = twin === null ? '' : (before[twin]?.end ?? '');
  const around = own || endBefore(before, twin ?? at) || (before[at]?.end ?? '');
  return line.text + (around || '\n');
}

/** End of the nearest line above that has one. */
function endBefore(before: readonly Line[], at: number): string {
  for (let index = Math.min(at, before.length) - 1; index >= 0; index -= 1) {
    const end = before[index]?.end ?? '';
    if (end !== '') return end;
  }
  return '';
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ text: text.slice(from, match.index), end: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '' });
  return lines;
}

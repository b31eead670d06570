import { diffArrays } from 'diff';
import { splitLines } from './text-lines';

/** For each line of a text: the round whose revision last changed it, or null when it is as at the start. */
export type LineOrigins = readonly (number | null)[];

/** Edit distance in lines beyond which two texts count as rewritten between their common beginning and end. */
const maxEdits = 1000;

/**
 * Carries the line origins of `before` over to `after`, a revision made in `round`: unchanged lines keep theirs, new and changed
 * lines get `round`. Line ends do not matter. Origins shorter than the text count as null, so `[]` is the start of a run.
 * Texts that differ by more than 1,000 lines count as changed everywhere between their common beginning and end: bounded work,
 * whatever the texts.
 */
export function advanceOrigins(
  origins: LineOrigins,
  before: string,
  after: string,
  round: number,
): LineOrigins {
  const old = splitLines(before);
  const now = splitLines(after);
  const originAt = (line: number): number | null => origins[line] ?? null;
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const room = Math.min(old.length, now.length) - start;
  while (end < room && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;

  const result: (number | null)[] = [];
  for (let line = 0; line < start; line += 1) result.push(originAt(line));
  const oldMiddle = old.slice(start, old.length - end);
  const newMiddle = now.slice(start, now.length - end);
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: maxEdits });
  if (parts === undefined) {
    for (let line = 0; line < newMiddle.length; line += 1) result.push(round);
  } else {
    let oldLine = start;
    for (const part of parts) {
      for (let line = 0; line < part.count && !part.removed; line += 1) {
        result.push(part.added ? round : originAt(oldLine + line));
      }
      if (!part.added) oldLine += part.count;
    }
  }
  for (let line = old.length - end; line < old.length; line += 1) result.push(originAt(line));
  return result;
}

/** The latest round that changed one of the lines `from` to `to` (1-based, inclusive); null: all are as at the start. */
export function changedByRound(origins: LineOrigins, from: number, to: number): number | null {
  let latest: number | null = null;
  for (let line = Math.max(1, from); line <= Math.min(to, origins.length); line += 1) {
    const origin = origins[line - 1] ?? null;
    if (origin !== null && (latest === null || origin > latest)) latest = origin;
  }
  return latest;
}

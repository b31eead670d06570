import { afterEmphasis } from './reply-lines';

/** One or more finding numbers as named in a line; `from` equals `to` for a single one. */
export interface FindingRef {
  readonly from: number;
  readonly to: number;
  /** Lens tags written with it, `[Security]` without the brackets; empty when there is none. */
  readonly tags: readonly string[];
}

export interface FindingRefs {
  readonly refs: readonly FindingRef[];
  readonly end: number;
  /** A `#` or the word FINDING stands there; else it is a bare number. */
  readonly marked: boolean;
}

const one =
  /^(?<mark>(?:findings? ?)?(?:(?:no|nr|number)\b\.? ?)?#?) ?[*_`]{0,3}(?<digits>\d{1,9})(?![\d\p{L}]|\.\d)[*_`]{0,3}/iu;
const rangeSign = /^ ?(?:[-\u2010-\u2015\u2212~]|\.\.+|to\b|through\b) ?/i;
const listSign = /^ ?(?:[,;&+/]|,? ?and\b) ?/i;
const tag = /^ ?(?:\[([^\][]{1,120})\]|\(([^()]{1,120})\))/;

/**
 * Reads finding numbers from `at` on: `FINDING #1`, `#1, #3 and 4`, `#1-#3`, each with its lens tag or one tag for all before it
 * (rulings 28). `isLens` tells whether a text in parentheses is a lens. Null: no number stands there.
 */
export function refsAt(
  text: string,
  at: number,
  isLens: (tag: string) => boolean,
): FindingRefs | null {
  const refs: { from: number; to: number; tags: string[] }[] = [];
  let position = at;
  let marked = false;
  let untagged = 0;
  const lead = readTags(text, position, isLens);
  position = skipSpace(text, lead.end);
  for (;;) {
    const match = one.exec(text.slice(position, position + 60));
    const digits = match?.groups?.['digits'];
    if (!match || digits === undefined) break;
    marked ||= (match.groups?.['mark'] ?? '').trim() !== '';
    position += match[0].length;
    const from = Number(digits);
    const range = rangeEnd(text, position, marked);
    const to = range?.to ?? from;
    position = range?.end ?? position;
    const tags = readTags(text, position, isLens);
    position = tags.end;
    refs.push({ from: Math.min(from, to), to: Math.max(from, to), tags: tags.tags });
    if (tags.tags.length > 0) {
      for (const ref of refs.slice(untagged)) ref.tags = tags.tags;
      untagged = refs.length;
    }
    const sign = listSign.exec(text.slice(position, position + 12));
    if (!sign || !one.test(text.slice(position + sign[0].length, position + 72))) break;
    position += sign[0].length;
  }
  if (refs.length === 0) return null;
  if (lead.tags.length > 0) for (const ref of refs) if (ref.tags.length === 0) ref.tags = lead.tags;
  return { refs, end: afterEmphasis(text, position), marked };
}

/** The second number of a range. Behind a spaced dash a bare number is one only when nothing but the line's separator follows. */
function rangeEnd(text: string, at: number, marked: boolean): { to: number; end: number } | null {
  const sign = rangeSign.exec(text.slice(at, at + 12));
  if (!sign) return null;
  const start = at + sign[0].length;
  const match = one.exec(text.slice(start, start + 60));
  const digits = match?.groups?.['digits'];
  if (!match || digits === undefined) return null;
  const end = start + match[0].length;
  const secondMarked = (match.groups?.['mark'] ?? '').trim() !== '';
  const glued = !/^ | $/.test(sign[0]) || /[a-z]/i.test(sign[0]);
  const alone = /^ ?(?:$|[:,;.)[(]|[-\u2010-\u2015\u2212])/.test(text.slice(end, end + 2));
  if (!alone && !secondMarked) return null;
  return (marked && secondMarked) || glued || alone ? { to: Number(digits), end } : null;
}

function readTags(
  text: string,
  from: number,
  isLens: (tag: string) => boolean,
): { tags: string[]; end: number } {
  const tags: string[] = [];
  let end = from;
  for (;;) {
    const match = tag.exec(text.slice(end, end + 130));
    const name = match?.[1] ?? match?.[2];
    if (!match || name === undefined || (match[1] === undefined && !isLens(name))) break;
    tags.push(name);
    end += match[0].length;
  }
  return { tags, end };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ') at += 1;
  return at;
}

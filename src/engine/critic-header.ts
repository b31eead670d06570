import { afterDecoration, afterEmphasis, afterListNumber, type ReplyLine } from './reply-lines';

/** What a line that begins with the word FINDING is (rulings 21). */
export type HeaderLine =
  /** A finding begins here. `tagOffset`: offset in the reply directly after the number, or after the word when there is none. */
  | { readonly kind: 'header'; readonly number: number | null; readonly tagOffset: number }
  /** `FINDING #N`, `FINDING 1.2`, `FINDING #1-#3`: meant as a header, but names no one finding. */
  | { readonly kind: 'malformed' }
  /** `FINDING #2 says …`: running text that names a finding, or a header without a separator. */
  | { readonly kind: 'mention'; readonly number: number };

const word = /^finding(?![a-z0-9])/i;
const numberWord = /^ *(?:number|num|no|nr)\b\.?/i;

/** Reads a line as a finding's header; null: it does not begin with FINDING. */
export function headerOf(line: ReplyLine): HeaderLine | null {
  const { head } = line;
  const { text } = head;
  let at = afterDecoration(text, afterListNumber(text, line.at));
  if (!/f/i.test(text.charAt(at)) || !word.test(text.slice(at, at + 8))) return null;
  at += 'finding'.length;
  const tagOffset = (index: number): number => line.start + head.rawOffset(index);
  // The tag goes directly after the last character of word or number, before anything that folding took away.
  const after = (index: number): number => tagOffset(index - 1) + 1;
  const wordEnd = at;

  at = skipSpace(text, afterEmphasis(text, at));
  at += numberWord.exec(text.slice(at, at + 12))?.[0].length ?? 0;
  const hash = skipSpace(text, at);
  const hashed = text.charAt(hash) === '#';
  at = hashed ? hash + 1 : hash;
  const digitsAt = skipSpace(text, afterEmphasis(text, skipSpace(text, at)));
  const digits = /^\d+/.exec(text.slice(digitsAt, digitsAt + 40))?.[0];
  if (digits === undefined) {
    const rest = text.slice(afterEmphasis(text, digitsAt));
    if (isEnd(rest) || /^\[[^\]]*\][ *_`~:]*$/.test(rest)) {
      return { kind: 'header', number: null, tagOffset: after(hashed ? at : wordEnd) };
    }
    return hashed ? { kind: 'malformed' } : null;
  }
  if (digits.length > 9) return { kind: 'malformed' };
  const number = Number(digits);
  const numberEnd = digitsAt + digits.length;
  const behind = text.slice(afterEmphasis(text, numberEnd));
  const rest = behind.trimStart();
  if (onlyMoreNumbers.test(rest) || /^(?:[.,]\d|[a-z])/i.test(behind)) {
    return { kind: 'malformed' };
  }
  if (isEnd(rest) || partOf.test(rest) || /^[:.)\](\[\u2010-\u2015\u2212-]/.test(rest)) {
    return { kind: 'header', number, tagOffset: after(numberEnd) };
  }
  return { kind: 'mention', number };
}

/** `/ 3` or `of 3` after the number: the same finding, counted. */
const partOf = /^(?:\/|of) *\d{1,9} *(?:$|[:.)*_`~\u2010-\u2015-])/i;

/** A range or a list of numbers and nothing else: no one finding. */
const onlyMoreNumbers =
  /^(?:[-\u2010-\u2015\u2212~,&+]|to\b|and\b|through\b)[ *_`]*(?:finding *)?#? *\d+[\d #,&]*[ :.)*_`]*$/i;

function isEnd(rest: string): boolean {
  return /^[ :.=*_`~\u2010-\u2015\u2212-]*$/.test(rest);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ') at += 1;
  return at;
}

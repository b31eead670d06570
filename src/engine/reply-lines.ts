import { withoutZeroWidth } from './fold-text';

/**
 * Reading a model's reply line by line, tolerant about form (rulings 19, 21): where lines end, what is decoration before the first
 * word, what is a fence. Everything here is linear in the reply and keeps offsets, since replies are passed on byte for byte.
 */

/** One line; `start` and `end` are offsets in the reply, the line end not included. */
export class ReplyLine {
  private folded: Head | null = null;
  private trimmed: string | null = null;
  private first = -1;

  constructor(
    readonly start: number,
    readonly end: number,
    readonly raw: string,
  ) {}

  /** The line without zero-width characters and white space at its ends. */
  get text(): string {
    return (this.trimmed ??= withoutZeroWidth(this.raw).trim());
  }

  /** The beginning of the line, folded. */
  get head(): Head {
    return (this.folded ??= headOf(this.raw));
  }

  /** Index in `head.text` behind decoration. */
  get at(): number {
    if (this.first < 0) this.first = afterDecoration(this.head.text);
    return this.first;
  }

  /** The line without its first `length` raw characters. */
  from(length: number): ReplyLine {
    return new ReplyLine(this.start + length, this.end, this.raw.slice(length));
  }
}

/** Every line of the reply from an offset on. CRLF, LF, a lone CR and the other Unicode line breaks end a line. */
export function* replyLines(reply: string, from = 0): Generator<ReplyLine> {
  let start = from;
  for (let at = from; at < reply.length; at += 1) {
    const code = reply.charCodeAt(at);
    if (!isLineEnd(code)) continue;
    yield new ReplyLine(start, at, reply.slice(start, at));
    if (code === 13 && reply.charCodeAt(at + 1) === 10) at += 1;
    start = at + 1;
  }
  yield new ReplyLine(start, reply.length, reply.slice(start));
}

function isLineEnd(code: number): boolean {
  return (
    (code >= 10 && code <= 13) ||
    (code > 127 && (code === 0x85 || code === 0x2028 || code === 0x2029))
  );
}

/** Number of white space characters before the first other one. */
export function indentOf(raw: string): number {
  return raw.length - raw.trimStart().length;
}

/** The beginning of a line, folded for reading, with the way back to offsets in the raw line. */
export interface Head {
  readonly text: string;
  /** Offset in the raw line of the folded character at `index`; past the last one: the end of what was read. */
  rawOffset(index: number): number;
}

/** Nothing that is read at the beginning of a line is longer than this. */
export const headLength = 2000;

/** Folds the beginning of a line: compatibility forms, zero-width characters, kinds of white space (rulings 19). */
export function headOf(raw: string): Head {
  const part = raw.length > headLength ? raw.slice(0, headLength) : raw;
  if (isPlain(part)) {
    return {
      text: part.replace(/\s/g, ' '),
      rawOffset: (index) => Math.min(index, part.length),
    };
  }
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of part) {
    const folded = withoutZeroWidth(character).normalize('NFKC').replace(/\s/g, ' ');
    for (let unit = 0; unit < folded.length; unit += 1) origins.push(at);
    text += folded;
    at += character.length;
  }
  const length = at;
  return { text, rawOffset: (index) => origins[index] ?? length };
}

/** Folding changes no offset: printable ASCII and tabs, and what is stable. */
function isPlain(text: string): boolean {
  return /^[\t -~]*$/.test(text) || isStable(text);
}

/** Other text that folding leaves as it is, but for the kind of its white space. */
function isStable(text: string): boolean {
  return withoutZeroWidth(text) === text && text.normalize('NFKC') === text;
}

const emphasis = '*_`~';
const bullets = '-+=\u2022\u25e6\u25aa\u25ab\u2023\u25cf\u25cb\u25a0\u25a1\u00b7\u2043\u2013\u2014';

/**
 * Index of the first character of `text` that is neither white space nor decoration: emphasis, bullets, heading marks, a check box,
 * pictographs. A `#` directly before a number is no decoration, it belongs to the number.
 */
export function afterDecoration(text: string, from = 0): number {
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === ' ' || character === '\t') at += 1;
    else if (emphasis.includes(character) || bullets.includes(character)) at += 1;
    else if (character === '#') {
      let end = at;
      while (text.charAt(end) === '#') end += 1;
      if (/[\d<?]/.test(text.charAt(afterEmphasis(text, end)))) return at;
      at = end;
    } else if (character === '[' && /^\[[ xX]\]/.test(text.slice(at, at + 3))) at += 3;
    else if (text.charCodeAt(at) > 0xff) {
      const pictograph = /^\p{Extended_Pictographic}\u20e3?/u.exec(text.slice(at, at + 4));
      if (!pictograph) return at;
      at += pictograph[0].length;
    } else return at;
  }
  return at;
}

/** Index after a run of emphasis marks. */
export function afterEmphasis(text: string, from: number): number {
  let at = from;
  while (at < text.length && emphasis.includes(text.charAt(at))) at += 1;
  return at;
}

/** Index after a list number (`1.`, `2)`) and the white space behind it; `from` when there is none. */
export function afterListNumber(text: string, from: number): number {
  const number = /^\d{1,4}[.)][ \t]+/.exec(text.slice(from, from + 12));
  return number ? from + number[0].length : from;
}

/** A line that opens or closes a fenced block. */
export interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly indent: number;
  /** Nothing but the marks: it may close a block too. */
  readonly bare: boolean;
}

/** Reads a fence line (three or more backticks or tildes, after an optional bullet); null: it is none. */
export function fenceOf(raw: string): Fence | null {
  const indent = indentOf(raw);
  let at = indent;
  const bullet = /^[-*+][ \t]+/.exec(raw.slice(at, at + 8));
  if (bullet) at += bullet[0].length;
  const mark = raw.charAt(at);
  if (mark !== '`' && mark !== '~') return null;
  let end = at;
  while (raw.charAt(end) === mark) end += 1;
  if (end - at < 3) return null;
  const rest = raw.slice(end);
  if (mark === '`' && rest.includes('`')) return null;
  return { mark, length: end - at, indent, bare: rest.trim() === '' };
}

/** Whether `line` closes the block that `opener` opened. */
export function closesFence(line: Fence, opener: Fence): boolean {
  return line.bare && line.mark === opener.mark && line.length >= opener.length;
}

/**
 * Offset at which the reply proper begins, after leading `<think>…</think>` blocks (rulings 19); null: such a block never ends, so
 * nothing in the reply is known to be meant.
 */
export function afterThinking(reply: string): number | null {
  let at = 0;
  for (;;) {
    const open = skipBlank(reply, at);
    if (!/^<think\s*>/i.test(reply.slice(open, open + 12))) return at;
    const close = /<\/think\s*>/gi;
    close.lastIndex = open;
    const end = close.exec(reply);
    if (!end) return null;
    at = end.index + end[0].length;
  }
}

function skipBlank(reply: string, from: number): number {
  let at = from;
  while (at < reply.length) {
    const character = reply.charAt(at);
    if (character.trim() !== '' && character !== '\u0085' && withoutZeroWidth(character) !== '') {
      break;
    }
    at += 1;
  }
  return at;
}

import { foldSpace } from './fold-text';
import { findAll } from './find-all';
import { indexAt, lineStarts, splitLines } from './text-lines';

/** A place in a text: 1-based lines, inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A file prepared for the search. */
export interface IndexedFile {
  readonly path: string;
  readonly index: QuoteIndex;
}

/** A place of a quotation in one of the files. */
export interface Place extends LineRange {
  readonly path: string;
}

/** Never more places than this are listed for one quotation. */
export const mostPlaces = 500;

/** Never more places than this are looked at, to find the one nearest to a stated line. */
const mostHits = 20_000;

/** How far apart the parts of a quotation with ellipses may stand, in folded characters. */
const partWindow = 3000;

/** One text prepared for finding quotations; each form of it is made when it is first needed. */
export class QuoteIndex {
  private starts: number[] | null = null;
  private readonly forms = new Map<Form, FoldedLines>();

  constructor(readonly text: string) {}

  /** Places where `quote` stands to the letter. */
  exact(quote: string): LineRange[] {
    if (quote === '') return [];
    const hits = findAll(this.text, quote, mostHits);
    return distinct(hits.map((at) => this.range(at, at + quote.length)));
  }

  /** Places where `quote` stands in the given form of both. */
  folded(quote: string, form: Form): LineRange[] {
    const needle = foldLines(quote, form).text;
    if (needle.length < (form === 'bare' ? 3 : 1)) return [];
    const lines = this.form(form);
    const hits = findAll(lines.text, needle, mostHits);
    return distinct(hits.map((at) => rangeIn(lines, at, at + needle.length)));
  }

  /** Places where the parts stand in this order near each other. */
  parts(parts: readonly string[], form: Form): LineRange[] {
    const needles = parts.map((part) => foldLines(part, form).text).filter((part) => part !== '');
    const first = needles[0];
    if (first === undefined || needles.every((needle) => needle.length < 4)) return [];
    const lines = this.form(form);
    const ranges: LineRange[] = [];
    for (const at of findAll(lines.text, first, mostPlaces)) {
      let end = at + first.length;
      const whole = needles.slice(1).every((needle) => {
        const window = lines.text.slice(end, end + partWindow + needle.length);
        const found = findAll(window, needle, 1)[0];
        if (found !== undefined) end += found + needle.length;
        return found !== undefined;
      });
      if (!whole) continue;
      const range = rangeIn(lines, at, end);
      // The first part again before the same end: the tighter place is meant.
      if (ranges.at(-1)?.to === range.to) ranges.pop();
      ranges.push(range);
    }
    return distinct(ranges);
  }

  /** Text of a 1-based line. */
  line(number: number): string {
    const starts = this.lineStarts();
    const start = starts[number - 1] ?? this.text.length;
    return this.text.slice(start, starts[number] ?? this.text.length).replace(/[\r\n]+$/, '');
  }

  /** First line that `test` holds for, 1-based; null: none. */
  findLine(test: (line: string) => boolean): number | null {
    const index = splitLines(this.text).findIndex(test);
    return index < 0 ? null : index + 1;
  }

  private range(start: number, end: number): LineRange {
    const starts = this.lineStarts();
    const last = end > start ? end - 1 : start;
    return { from: indexAt(starts, start) + 1, to: indexAt(starts, last) + 1 };
  }

  private lineStarts(): number[] {
    return (this.starts ??= lineStarts(this.text));
  }

  private form(form: Form): FoldedLines {
    const known = this.forms.get(form);
    if (known) return known;
    const made = foldLines(this.text, form);
    this.forms.set(form, made);
    return made;
  }
}

/**
 * `plain`: white space, compatibility forms, typographic quotation marks and dashes folded. `bare`: Markdown emphasis, code marks, table
 * bars, backslashes and the marks at line starts taken off as well.
 */
export type Form = 'plain' | 'bare';

interface FoldedLines {
  /** The folded lines that are not empty, joined by a space (by nothing where neither side uses spaces). */
  readonly text: string;
  readonly starts: readonly number[];
  /** 1-based line of the text for each entry of `starts`. */
  readonly numbers: readonly number[];
}

function foldLines(text: string, form: Form): FoldedLines {
  const pieces: string[] = [];
  const starts: number[] = [];
  const numbers: number[] = [];
  let length = 0;
  let before = '';
  splitLines(text).forEach((line, index) => {
    const folded = form === 'bare' ? bareLine(line) : plainLine(line);
    if (folded === '') return;
    if (before !== '' && !(isUnspaced(before, -1) && isUnspaced(folded, 0))) {
      pieces.push(' ');
      length += 1;
    }
    starts.push(length);
    numbers.push(index + 1);
    pieces.push(folded);
    length += folded.length;
    before = folded;
  });
  return { text: pieces.join(''), starts, numbers };
}

function rangeIn(lines: FoldedLines, start: number, end: number): LineRange {
  const from = lines.numbers[indexAt(lines.starts, start)] ?? 1;
  return { from, to: lines.numbers[indexAt(lines.starts, Math.max(start, end - 1))] ?? from };
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001\u3002\u300c-\u300f]/u;

function isUnspaced(text: string, at: number): boolean {
  const code = text.at(at) ?? '';
  return code > '\u2fff' && unspaced.test(code);
}

/** One line in the plain form. */
export function plainLine(line: string): string {
  if (/^[ -~]*$/.test(line)) {
    const trimmed = line.trim();
    return trimmed.includes('  ') ? trimmed.replace(/ +/g, ' ') : trimmed;
  }
  const folded = foldSpace(line)
    .replace(/[\u201c-\u201f\u00ab\u00bb\u300c-\u300f\u301d-\u301f\u2033]/g, '"')
    .replace(/[\u2018-\u201b\u2039\u203a\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  if (!unspaced.test(folded)) return folded;
  return folded.replace(/ /g, (space, at: number) =>
    isUnspaced(folded.charAt(at - 1), 0) && isUnspaced(folded.charAt(at + 1), 0) ? '' : space,
  );
}

/** One line in the bare form. */
export function bareLine(line: string): string {
  const plain = plainLine(line);
  if (plain === '' || /^[A-Za-z0-9 .,;:()'"=]*$/.test(plain)) return plain;
  return plain
    .replace(/^(?:[>#*+-]{1,6} |\d{1,4}[.)] ){1,8}/, '')
    .replace(/[*_`~|\\]/g, '')
    .replace(/ +/g, ' ')
    .trim();
}

function distinct(ranges: readonly LineRange[]): LineRange[] {
  const seen = new Set<string>();
  return ranges.filter(({ from, to }) => {
    const key = `${from}-${to}`;
    return !seen.has(key) && seen.add(key);
  });
}

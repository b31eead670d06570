import { closesFence, fenceOf, replyLines, type Fence } from './reply-lines';

/** Marks that open a quotation, with the marks that close it. Marks that only ever pair with themselves are handled apart. */
const closers: Readonly<Record<string, string>> = {
  '\u201c': '\u201d',
  '\u201d': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u201f': '\u201d',
  '\u2018': '\u2019',
  '\u201a': '\u2018\u2019',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab\u00bb',
  '\u2039': '\u203a',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  '\u300a': '\u300b',
  '\u3008': '\u3009',
  '\uff62': '\uff63',
  '\u301d': '\u301e\u301f',
};
const allMarks =
  /["'`\uff02\u00ab\u00bb\u2018-\u201f\u2039\u203a\u3008-\u300f\u301d-\u301f\uff62\uff63]/g;

/** Never more quotations than this are looked for. */
const mostQuotes = 30;

/** What stands behind this many characters of an evidence is not looked at. */
const longestEvidence = 200_000;

interface Quotation {
  readonly text: string;
  /** Smaller is looked for first: long ones, then short ones, then what only names a place. */
  readonly weight: number;
}

/**
 * The quoted texts of a finding's evidence, best first, without their marks: fenced and `>` blocks, text between quotation marks of any
 * language, code spans. Only outermost quotations; one that is never closed runs to the end. Empty: nothing is quoted.
 */
export function quotesIn(evidence: string): string[] {
  const { blocks, rest } = takeBlocks(evidence.slice(0, longestEvidence));
  const quotations: Quotation[] = blocks.map((text) => ({ text, weight: 0 }));
  for (const { start, end } of outermost(spansIn(rest))) {
    const text = rest.slice(start, end).trim();
    const before = rest.slice(Math.max(0, start - 40), Math.max(0, start - 1));
    quotations.push({ text, weight: weightOf(text, before) });
  }
  const seen = new Set<string>();
  return quotations
    .sort((a, b) => a.weight - b.weight)
    .map(({ text }) => text)
    .filter((text) => !/^[\s.\u2026]*$/.test(text) && !seen.has(text) && seen.add(text))
    .slice(0, mostQuotes);
}

function weightOf(text: string, before: string): number {
  const namesPlace =
    /(?:sections?|headings?|headed|chapters?|titled|named|file|\u00a7)[\s*_]{0,3}$/i.test(before) ||
    (text.length < 120 && /^[\w./\\-]+\.\w{1,8}(?::\d+)?$/.test(text));
  if (namesPlace) return 2;
  return text.length >= 20 ? 0 : 1;
}

/** Takes fenced and `>` blocks out of the evidence; `rest` keeps a line end in their place. */
function takeBlocks(evidence: string): { blocks: string[]; rest: string } {
  const blocks: string[] = [];
  const rest: string[] = [];
  let fence: Fence | null = null;
  let lines: string[] | null = null;
  const endBlock = (): void => {
    const text = (lines ?? []).join('\n').trim();
    if (text !== '') blocks.push(text);
    lines = null;
  };
  for (const { raw } of replyLines(evidence)) {
    const found = fenceOf(raw);
    if (fence) {
      if (found && closesFence(found, fence)) {
        fence = null;
        endBlock();
      } else (lines ??= []).push(raw);
      continue;
    }
    const quoted = /^[ \t]*>[ \t]?/.exec(raw);
    if (quoted) {
      (lines ??= []).push(raw.slice(quoted[0].length));
      continue;
    }
    endBlock();
    if (found) fence = found;
    else rest.push(raw);
  }
  endBlock();
  return { blocks, rest: rest.join('\n') };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** All quotations with both marks, and what an unclosed mark opens; offsets of the text inside the marks. */
function spansIn(text: string): Span[] {
  const spans: Span[] = [];
  const open: { mark: string; at: number }[] = [];
  const ticks = tickRuns(text);
  let skipTo = 0;
  const close = (index: number, at: number): void => {
    const opener = open[index];
    if (opener) spans.push({ start: opener.at + 1, end: at });
    open.length = index;
  };
  for (const match of text.matchAll(allMarks)) {
    const at = match.index;
    if (at < skipTo) continue;
    const mark = match[0] === '\uff02' ? '"' : match[0];
    if (mark === '`') {
      const span = ticks.get(at);
      if (span) {
        spans.push(span);
        skipTo = span.end + (span.start - at);
      }
      continue;
    }
    if (mark === '"' || mark === "'") {
      const opener = lastOpen(open, mark);
      const role = roleOf(text, at, mark, opener >= 0);
      if (role === 'open') open.push({ mark, at });
      else if (role === 'close') close(opener, at);
      continue;
    }
    const opener = lastClosedBy(open, mark);
    if (opener >= 0) close(opener, at);
    else if (closers[mark] !== undefined && !isApostrophe(text, at, mark)) open.push({ mark, at });
  }
  // A single mark that stays open is an apostrophe; any other one was cut off.
  const cut = open.find(({ mark }) => mark !== "'" && mark !== '\u2018' && mark !== '\u00bb');
  if (cut) spans.push({ start: cut.at + 1, end: text.length });
  return spans;
}

/** How deep nesting is looked at: bounded work on hostile text. */
const deepest = 50;

function lastOpen(open: readonly { mark: string }[], mark: string): number {
  for (let index = open.length - 1; index >= 0 && index >= open.length - deepest; index -= 1) {
    if (open[index]?.mark === mark) return index;
  }
  return -1;
}

function lastClosedBy(open: readonly { mark: string }[], mark: string): number {
  for (let index = open.length - 1; index >= 0 && index >= open.length - deepest; index -= 1) {
    if (closers[open[index]?.mark ?? '']?.includes(mark)) return index;
  }
  return -1;
}

function isApostrophe(text: string, at: number, mark: string): boolean {
  return mark === '\u2018' && /\p{L}/u.test(text.charAt(at - 1)) && at > 0;
}

/** Whether a straight mark opens or closes, by what stands on both sides of it. */
function roleOf(text: string, at: number, mark: string, isOpen: boolean): 'open' | 'close' | null {
  const before = text.charAt(at - 1);
  const behind = text.charAt(at + 1);
  const canOpen = at === 0 || /[\s([{<=:,;/|\u2010-\u2015-]|["'\u201c\u2018]/.test(before);
  const canClose = behind === '' || /[\s)\]}>.,;:!?/|\u2010-\u2015-]|["'\u201d\u2019]/.test(behind);
  if (canOpen && !canClose) return 'open';
  if (canClose && !canOpen) return isOpen ? 'close' : null;
  if (mark === "'") return null;
  if (canOpen && isOpen && /\S/.test(before)) return 'close';
  return isOpen ? 'close' : 'open';
}

/** Code spans by the offset of their opening run: text up to the next run of backticks of the same length. */
function tickRuns(text: string): Map<number, Span> {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const later = new Map<number, number[]>();
  for (const { at, length } of [...runs].reverse()) {
    const list = later.get(length);
    if (list) list.push(at);
    else later.set(length, [at]);
  }
  const spans = new Map<number, Span>();
  let reach = -1;
  for (const { at, length } of runs) {
    const list = later.get(length);
    while (list && (list.at(-1) ?? Infinity) <= at) list.pop();
    const end = list?.at(-1);
    if (at < reach || end === undefined) continue;
    spans.set(at, { start: at + length, end });
    reach = end + length;
  }
  return spans;
}

/** Spans that stand in no other one, in order. */
function outermost(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  let reach = -1;
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.end <= reach) continue;
    result.push(span);
    reach = span.end;
  }
  return result;
}

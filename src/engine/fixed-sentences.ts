import { foldSpace, withoutZeroWidth } from './fold-text';
import { afterDecoration, closesFence, fenceOf, indentOf, type ReplyLine } from './reply-lines';

/** The clean sentence, or its two words alone; any kind of dash, one full stop (rulings 19). */
const cleanSentence =
  /^no findings(?: ?(?:-{1,3}|[\u2010-\u2015\u2212]{1,3}) ?artifact passes audit)? ?[.\u3002]?$/i;

/** A longer text cannot be the sentence, whatever decorates it. */
const longestSentence = 120;

/**
 * Whether a whole reply is the fixed sentence and nothing else, after taking away emphasis, one fence around all, a bullet and
 * zero-width characters (build-verify.md, "Critic reply"; rulings 19). Nothing else is ever clean.
 */
export function isCleanReply(reply: string): boolean {
  const whole = withoutZeroWidth(reply).trim();
  const inner = insideFence(whole);
  const spaced = (inner ?? whole).replace(/\s+/g, ' ');
  if (spaced.length > 2 * longestSentence) return false;
  const folded = foldSpace(spaced);
  if (folded.length > longestSentence) return false;
  if (inner !== null && /`{3}|~{3}/.test(folded)) return false;
  const plain = withoutEmphasis(folded.replace(/^[-*+\u2022\u25e6\u25aa\u2023\u25cf\u00b7] /, ''));
  return plain !== null && cleanSentence.test(plain);
}

/** Text inside the one fence around all of `text`; null: there is no such fence. */
function insideFence(text: string): string | null {
  const firstEnd = /[\r\n]/.exec(text)?.index;
  if (firstEnd === undefined) return null;
  const opener = fenceOf(text.slice(0, firstEnd));
  const lastStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  const closer = fenceOf(text.slice(lastStart));
  if (!opener || !closer || !closesFence(closer, opener) || lastStart <= firstEnd) return null;
  return text.slice(firstEnd, lastStart);
}

/** Text without emphasis marks; null when one is left over, which is no emphasis. */
function withoutEmphasis(text: string): string | null {
  for (const mark of '*_`') {
    if ((text.split(mark).length - 1) % 2 !== 0) return null;
  }
  return text.replace(/[*_`]/g, '').trim();
}

/** Whether a line beside findings says that there are none: an unindented line of its own (rulings 20). */
export function isCleanLine(line: ReplyLine): boolean {
  if (!/^n/i.test(line.head.text.charAt(line.at))) return false;
  if (line.raw.length > 4 * longestSentence || indentOf(withoutZeroWidth(line.raw)) > 0)
    return false;
  const folded = foldSpace(line.raw);
  const plain = folded.slice(afterDecoration(folded)).replace(/[*_`~]/g, '');
  return cleanSentence.test(plain.replace(/[!?.\u3002 ]{1,9}$/, ''));
}

/** A line that begins with one of the two status words. */
export interface StatusLine {
  readonly word: 'DONE' | 'BLOCKED';
  /** Nothing but the word; else a dash or a colon follows it. */
  readonly bare: boolean;
  /** In capitals, as the formats have it. */
  readonly capitals: boolean;
  /** Offset in the reply at which the text after the dash or colon begins. */
  readonly valueStart: number;
  /** Emphasis opened before the word and not closed before the value. */
  readonly openEmphasis: string;
}

const statusWord =
  /^(done|blocked)([*_`]*)(?:( ?[.\u3002]?[*_`]* *)$|(?: *(?::|[\u2010-\u2015\u2212]+)| +-{1,3}|-{1,3}(?= |$|[*_`]))([*_`]*))/i;

/** Reads a line that begins with DONE or BLOCKED and a dash or colon, or is the bare word (rulings 22, 27); null: neither. */
export function statusLineOf(line: ReplyLine): StatusLine | null {
  const { head, at } = line;
  const first = head.text.charAt(at);
  if (!/[bd]/i.test(first) || line.text.startsWith('>')) return null;
  const match = statusWord.exec(head.text.slice(at));
  const word = match?.[1];
  if (!match || word === undefined) return null;
  const closed = (match[2] ?? '') + (match[4] ?? '');
  const opened = /[*_`]*$/.exec(head.text.slice(0, at))?.[0] ?? '';
  return {
    word: word.toUpperCase() === 'DONE' ? 'DONE' : 'BLOCKED',
    bare: match[3] !== undefined,
    capitals: word === word.toUpperCase(),
    valueStart: line.start + head.rawOffset(at + match[0].length),
    openEmphasis: closed === '' ? opened : '',
  };
}

/** The reason of a BLOCKED line: the rest of the reply, a closing fence and left-over emphasis taken off; may be empty. */
export function reasonAfter(reply: string, status: StatusLine): string {
  let reason = reply.slice(status.valueStart).trim();
  const lastLine = Math.max(reason.lastIndexOf('\n'), reason.lastIndexOf('\r')) + 1;
  if (fenceOf(reason.slice(lastLine))?.bare) reason = reason.slice(0, lastLine).trimEnd();
  // Emphasis around the word and its reason ends behind the reason's first line.
  const mark = status.openEmphasis;
  const firstLine = (/[\r\n]/.exec(reason)?.index ?? reason.length) - mark.length;
  if (mark === '' || reason.slice(firstLine, firstLine + mark.length) !== mark) return reason;
  return (reason.slice(0, firstLine) + reason.slice(firstLine + mark.length)).trim();
}

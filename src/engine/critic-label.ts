import { afterDecoration, afterListNumber, indentOf, type ReplyLine } from './reply-lines';

export type FieldName = 'severity' | 'ac' | 'kind' | 'issue' | 'evidence';

/** A line that begins with one of the five labels. */
export interface LabelLine {
  readonly field: FieldName;
  readonly indent: number;
  /** Offset in the reply at which the value begins. */
  readonly valueStart: number;
  /** Emphasis opened before the label and still open at the value: `**Issue: text**`. */
  readonly openEmphasis: string;
}

const label =
  /^(severity|ac(?:[ _-]?ref(?:erence)?s?\.?)?|acceptance criteri(?:on|a)(?: ref(?:erence)?s?)?|kind|issue|evidence)([*_`]*)(?: *(?=\([^()]{0,80}\)[*_`]* *:)| *(?::|[\u2012-\u2015\u2212]|\u2010(?= |$))| +-{1,2}(?= |$|[*_`]))([*_`]*)/i;

/** A label that stands alone, as a heading or in emphasis: `### Severity`, `**Issue**`. */
const loneLabel = /^(severity|ac[ _-]?ref(?:erence)?|kind|issue|evidence)([*_`]*) *$/i;

/** Reads a line as a labelled field (rulings 21: labels stand at line starts); null: it is none. */
export function labelOf(line: ReplyLine): LabelLine | null {
  const { head } = line;
  const { text } = head;
  const start = afterDecoration(text, afterListNumber(text, line.at));
  if (!/[aeiks]/i.test(text.charAt(start))) return null;
  const rest = text.slice(start);
  const decoration = text.slice(0, start);
  const opened = /[*_`]*$/.exec(decoration)?.[0] ?? '';
  const lone = /[*_`#]/.test(decoration) ? loneLabel.exec(rest) : null;
  const match = label.exec(rest) ?? lone;
  const name = match?.[1];
  if (!match || name === undefined) return null;
  const closed = (match[2] ?? '') + (match[3] ?? '');
  let length = match[0].length;
  // Emphasis behind the separator closes the label's own, or it belongs to the value.
  const behind = match[3] ?? '';
  if (behind !== '' && (opened === '' || match[2] !== '')) length -= behind.length;
  return {
    field: fieldNamed(name),
    indent: indentOf(line.raw),
    valueStart: line.start + head.rawOffset(start + length),
    openEmphasis: closed === '' ? opened : '',
  };
}

function fieldNamed(name: string): FieldName {
  const folded = name.toLowerCase();
  if (folded === 'severity' || folded === 'kind' || folded === 'issue' || folded === 'evidence') {
    return folded;
  }
  return 'ac';
}

/** A line that looks like a label of the Critic's own (`Impact: …`): it is no part of a one-line field before it. */
export function looksLikeLabel(line: ReplyLine): boolean {
  const text = line.head.text.slice(line.at, line.at + 80);
  return /^\p{L}[\p{L}\p{N} _/-]{0,30}[*_`]* ?:/u.test(text);
}

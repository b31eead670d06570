import type { Finding, Severity } from './finding';
import { foldSpace } from './fold-text';
import type { FieldName } from './critic-label';

/** A finding as it is being read: where its fields stand in the reply. */
export interface Draft {
  readonly number: number | null;
  readonly tagOffset: number;
  readonly fields: Map<FieldName, Field>;
}

export interface Field {
  readonly start: number;
  /** End of the last line that belongs to the value. */
  end: number;
  /** Something but white space stands in it. */
  written: boolean;
  readonly openEmphasis: string;
}

/**
 * Makes a finding of a draft; a string says why it is none, which makes the whole reply INVALID (rulings 21).
 * @param place its place in the order, from 1: its number when the Critic gave none.
 */
export function finishFinding(reply: string, draft: Draft, place: number): Finding | string {
  const severity = severityOf(valueOf(reply, draft, 'severity'));
  if (severity === null) return `finding ${place} has no severity of HIGH, MEDIUM or LOW`;
  const issue = valueOf(reply, draft, 'issue');
  if (trimMarks(issue) === '') return `finding ${place} has no issue`;
  if (/^<[^<>]*>$/.test(trimMarks(issue))) return `finding ${place} repeats the template`;
  return {
    number: draft.number ?? place,
    severity,
    acReference: trimMarks(valueOf(reply, draft, 'ac')) || 'general quality',
    kind: kindOf(valueOf(reply, draft, 'kind')),
    issue,
    evidence: valueOf(reply, draft, 'evidence'),
    tagOffset: draft.tagOffset,
  };
}

/** Text of a field as it stands in the reply, trimmed, without emphasis left over from its label. */
export function valueOf(reply: string, draft: Draft, name: FieldName): string {
  const field = draft.fields.get(name);
  if (!field) return '';
  const value = reply.slice(field.start, field.end).trim();
  const mark = field.openEmphasis;
  return mark !== '' && value.endsWith(mark) ? value.slice(0, -mark.length).trim() : value;
}

/** The severity a value commits to, or null: emphasis, brackets, a full stop and pictographs are form, any word more is not. */
export function severityOf(value: string): Severity | null {
  if (value.length > 80) return null;
  const plain = foldSpace(value)
    .replace(/\p{Extended_Pictographic}/gu, '')
    .trim();
  const match = /^[[(*_` ]*(high|medium|low)[\])*_` ]*[.\u3002]?[*_` ]*$/i.exec(plain);
  const word = match?.[1]?.toUpperCase();
  return word === 'HIGH' || word === 'MEDIUM' || word === 'LOW' ? word : null;
}

/** The one kind that means something in all its spellings, any other as text, null for none (rulings 24). */
function kindOf(value: string): string | null {
  const text = trimMarks(value);
  if (text === '') return null;
  const folded = foldSpace(text)
    .toLowerCase()
    .replace(/[ _\u2010-\u2015\u2212-]+/g, '-')
    .replace(/\.$/, '');
  return folded === 'scope-creep' ? folded : text;
}

/** White space and emphasis marks taken off both ends. */
function trimMarks(text: string): string {
  const isMark = (character: string): boolean =>
    '*_`'.includes(character) || character.trim() === '';
  let start = 0;
  let end = text.length;
  while (start < end && isMark(text.charAt(start))) start += 1;
  while (end > start && isMark(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

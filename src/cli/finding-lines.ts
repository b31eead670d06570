import type { FindingRecord } from '../engine/build-verify/decisions';
import type { SeverityCounts, Severity } from '../engine/finding';
import type { TextStyle } from './text-style';
import { padToWidth, wrapToWidth } from './text-width';
import { visibleLine, visibleText } from './visible-text';

/** How lines are laid out: where they may break, and with which emphasis. */
export interface Layout {
  /** Columns of a line; infinite where nothing is to be broken. */
  readonly columns: number;
  readonly style: TextStyle;
}

/**
 * A label and a text beside it, broken to the layout with the following lines under the text; a long label stands on a line of its own
 * where the text does not fit beside it.
 */
export function labelled(label: string, text: string, layout: Layout, indent = 2): string[] {
  const width = indent + label.length + 1;
  const first = `${' '.repeat(indent)}${layout.style.dim(label)}`;
  const beside = broken(text, layout.columns - width);
  if (label.length > 14 && beside.length > 1) {
    return [
      first,
      ...broken(text, layout.columns - indent - 2).map(
        (line) => `${' '.repeat(indent + 2)}${line}`,
      ),
    ];
  }
  return beside.map((line, index) =>
    index === 0 ? `${first} ${line}` : `${' '.repeat(width)}${line}`,
  );
}

/** A text from column `indent` on, with `first` in front of its first line. */
export function wrapped(text: string, layout: Layout, indent: number, first = ''): string[] {
  return broken(text, layout.columns - indent).map((line, index) =>
    index === 0 ? first.padEnd(indent) + line : ' '.repeat(indent) + line,
  );
}

/** `3 findings: 1 HIGH, 2 LOW`, or `no findings`. */
export function countWords(counts: SeverityCounts): string {
  const total = counts.high + counts.medium + counts.low;
  if (total === 0) return 'no findings';
  const parts = [
    [counts.high, 'HIGH'],
    [counts.medium, 'MEDIUM'],
    [counts.low, 'LOW'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return `${total} ${total === 1 ? 'finding' : 'findings'}: ${parts.join(', ')}`;
}

/** One finding in a line or two: severity, lens and number, issue, place. */
export function findingLines(finding: FindingRecord, layout: Layout, indent = 4): string[] {
  const head = `${' '.repeat(indent)}${colourOf(finding.severity, layout.style)(padToWidth(finding.severity, 6))} `;
  const facts = [`#${finding.number} ${visibleLine(finding.lens)}`, acWords(finding)];
  facts.push(placeWords(finding));
  if (finding.kind !== null) facts.push(visibleLine(finding.kind));
  if (finding.settled) facts.push('decided earlier');
  if (finding.pending) facts.push('waits for your decision');
  const room = layout.columns - indent - 7;
  const lines = [
    ...broken(visibleLine(finding.issue), room),
    ...broken(facts.join(' · '), room).map(layout.style.dim),
  ];
  return lines.map((line, index) => (index === 0 ? head + line : ' '.repeat(indent + 7) + line));
}

/** How a finding is named in a line: `HIGH #1 Security`. */
export function findingName(finding: FindingRecord): string {
  return `${finding.severity} #${finding.number} ${visibleLine(finding.lens)}`;
}

/** A finding with all its text: evidence as written and the answer it got. */
export function wholeFindingLines(finding: FindingRecord, layout: Layout): string[] {
  const lines = findingLines(finding, layout);
  if (finding.evidence.trim() !== '')
    lines.push(...labelled('Evidence:', visibleText(finding.evidence), layout, 11));
  if (finding.answer !== null) lines.push(...answerLines(finding, layout));
  return lines;
}

/** What the Implementor said to a finding, verbatim. */
export function answerLines(finding: FindingRecord, layout: Layout): string[] {
  if (finding.answer === null) return [];
  const { kind, text } = finding.answer;
  const words = text.trim() === '' ? 'nothing' : visibleText(text.trim());
  // Its own words mostly name the kind already: "FINDING #1: Disputed — …".
  const named = words.toLowerCase().includes(kind);
  return labelled(named ? 'Implementor:' : `Implementor (${kind}):`, words, layout, 11);
}

/** Where the evidence was found, or why not; and whether the place is text that a revision changed. */
export function placeWords(finding: FindingRecord): string {
  const { check } = finding;
  if (check === null) return 'not checked';
  if (check.result === 'no-quote') return 'no quote';
  if (check.result === 'quote-not-found') return 'quote not found';
  const [place, ...others] = check.places;
  if (place === undefined) return 'quote not found';
  const lines = place.from === place.to ? `${place.from}` : `${place.from}-${place.to}`;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const changed = check.changedBy === null ? '' : `, text of round ${check.changedBy}`;
  return `${visibleLine(place.path)}:${lines}${more}${changed}`;
}

function acWords(finding: FindingRecord): string {
  const reference = visibleLine(finding.acReference);
  return /^\d/.test(reference) ? `AC ${reference}` : reference;
}

function colourOf(severity: Severity, style: TextStyle): (text: string) => string {
  switch (severity) {
    case 'HIGH':
      return style.red;
    case 'MEDIUM':
      return style.yellow;
    case 'LOW':
      return style.blue;
  }
}

/** The text in lines of at most `columns`; as it is where nothing is to be broken. */
function broken(text: string, columns: number): string[] {
  return columns === Infinity ? text.split('\n') : wrapToWidth(text, columns);
}

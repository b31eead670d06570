import { foldLine } from '../engine/brief';
import type { FindingRecord } from '../engine/build-verify/decisions';
import type { Brief, Choice } from '../engine/build-verify/events';
import { criteriaLines } from './criteria-lines';
import { findingName } from './finding-lines';
import type { LineReader } from './line-reader';
import type { Terminal } from './terminal';
import { visibleLine } from './visible-text';

type Settle = Extract<Choice, { kind: 'settle' }>['answers'];
type Scope = Extract<Choice, { kind: 'scope' }>['answers'];

/** Free text, trimmed; null when nothing was said. */
export async function askWords(reader: LineReader, question: string): Promise<string | null> {
  const words = (await reader.ask(question))?.trim() ?? '';
  return words === '' ? null : words;
}

/** A whole number that `fits`; asked again until it does. Null when nothing was said. */
export async function askNumber(
  reader: LineReader,
  question: string,
  fits: (number: number) => boolean,
): Promise<number | null> {
  for (;;) {
    const words = await askWords(reader, question);
    if (words === null) return null;
    if (/^\d{1,9}$/.test(words) && fits(Number(words))) return Number(words);
  }
}

/** Id of another model of the service, typed as `anthropic:ID` or as the id alone. Null: back. */
export async function askModel(reader: LineReader): Promise<string | null> {
  for (;;) {
    const words = await askWords(reader, 'Which model, as anthropic:ID (empty: back): ');
    if (words === null) return null;
    const id = /^(?:anthropic:)?([^\s:]+)$/.exec(words)?.[1];
    if (id !== undefined) return id;
  }
}

/** Uphold or dismiss for each disputed finding, each with the person's own words. Null: back. */
export async function askSettlement(
  reader: LineReader,
  findings: readonly FindingRecord[],
): Promise<Settle | null> {
  const answers: Settle = [];
  for (const finding of findings) {
    const answer = await askOneOf(
      reader,
      `${findingName(finding)}: (u)phold or (d)ismiss (empty: back): `,
      {
        u: 'uphold',
        d: 'dismiss',
      },
    );
    if (answer === null) return null;
    const words = (await reader.ask('Your words for the brief (may be empty): '))?.trim();
    if (words === undefined) return null;
    answers.push({ key: finding.key, answer, words });
  }
  return answers;
}

/** Keep or remove for each scope question. Null: back. */
export async function askScope(
  reader: LineReader,
  findings: readonly FindingRecord[],
): Promise<Scope | null> {
  const answers: Scope = [];
  for (const finding of findings) {
    const answer = await askOneOf(
      reader,
      `${findingName(finding)}: (k)eep it or (r)emove it (empty: back): `,
      {
        k: 'keep',
        r: 'remove',
      },
    );
    if (answer === null) return null;
    answers.push({ key: finding.key, answer });
  }
  return answers;
}

/** Task and criteria, each as it is until something else is typed. Null: nothing was changed, or the input ended. */
export async function askRevision(
  reader: LineReader,
  brief: Brief,
  terminal: Terminal,
): Promise<{ task: string; criteria: string[] } | null> {
  terminal.line('Empty keeps the text, a single - removes a criterion.');
  terminal.line(`Task: ${visibleLine(brief.task)}`);
  const task = await reader.ask('New task: ');
  if (task === null) return null;
  const criteria: string[] = [];
  for (const [index, criterion] of brief.criteria.entries()) {
    terminal.line(`AC ${index + 1}: ${visibleLine(criterion)}`);
    const changed = (await reader.ask(`New AC ${index + 1}: `))?.trim();
    if (changed === undefined) return null;
    if (changed !== '-') criteria.push(changed === '' ? criterion : foldLine(changed));
  }
  for (;;) {
    const added = await askWords(reader, 'One more criterion (empty: no more): ');
    if (added === null) break;
    criteria.push(foldLine(added));
  }
  const revised = { task: foldLine(task) === '' ? brief.task : foldLine(task), criteria };
  for (const line of criteriaLines(criteria)) terminal.line(line);
  if (criteria.length === 0) {
    terminal.line('At least one criterion is needed; nothing was changed.');
    return null;
  }
  if (revised.task === brief.task && criteria.join('\n') === brief.criteria.join('\n')) {
    terminal.line('Nothing was changed.');
    return null;
  }
  return revised;
}

/** How much more of the budget that is spent. Null: back. */
export async function askBudget(
  reader: LineReader,
  spent: 'tokens' | 'cost' | 'seconds',
): Promise<{ tokens: number; cost: number; seconds: number } | null> {
  const more = { tokens: 0, cost: 0, seconds: 0 };
  for (;;) {
    const words = await askWords(
      reader,
      `How much more, in ${spent === 'cost' ? 'US dollars' : spent} (empty: back): `,
    );
    if (words === null) return null;
    const amount = Number(words.replaceAll(/[_,\s]/g, ''));
    if (Number.isFinite(amount) && amount > 0)
      return { ...more, [spent]: spent === 'tokens' ? Math.ceil(amount) : amount };
  }
}

async function askOneOf<Answer extends string>(
  reader: LineReader,
  question: string,
  answers: Readonly<Record<string, Answer>>,
): Promise<Answer | null> {
  for (;;) {
    const words = (await askWords(reader, question))?.toLowerCase();
    if (words === undefined) return null;
    for (const [key, answer] of Object.entries(answers))
      if (words === key || words === answer) return answer;
  }
}

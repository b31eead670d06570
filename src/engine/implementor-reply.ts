import { rank } from './answer-words';
import type { FindingAnswer, GivenFinding, ImplementorVerdict } from './finding';
import { reasonAfter } from './fixed-sentences';
import { foldText } from './fold-text';
import { scanImplementor, type Statement } from './implementor-scan';
import { afterThinking } from './reply-lines';

/**
 * What an Implementor's reply means for the findings it was given (build-verify.md, "Implementor reply"; rulings 22, 23, 27, 28). Exactly
 * one of DONE and BLOCKED begins a line of its own, or the reply is `invalid`. Total: never throws, linear in the reply's length.
 */
export function parseImplementorReply(
  reply: string,
  given: readonly GivenFinding[],
): ImplementorVerdict {
  const from = afterThinking(reply);
  if (from === null) return { kind: 'invalid', why: 'a thinking block never ends' };
  const lenses = lensTable(given);
  const scan = scanImplementor(reply, from, (tag) => lenses.has(foldText(tag)));
  const { blocked, done, bareDone } = scan;
  if (blocked && (done || bareDone)) {
    return { kind: 'invalid', why: 'it says DONE and BLOCKED' };
  }
  if (blocked) return { kind: 'blocked', reason: reasonAfter(reply, blocked) };
  if (!done) {
    return { kind: 'invalid', why: 'no line of its own begins with DONE or BLOCKED and a dash' };
  }
  return { kind: 'done', ...assign(scan.statements, scan.tableRows, given, lenses) };
}

/** Lenses of the given findings by folded name. */
function lensTable(given: readonly GivenFinding[]): Map<string, string> {
  const lenses = new Map<string, string>();
  for (const { lens } of given) if (lens !== null) lenses.set(foldText(lens), lens);
  return lenses;
}

type Done = Omit<Extract<ImplementorVerdict, { kind: 'done' }>, 'kind'>;

/** Gives each statement to the findings it names; of several for one finding the highest holds. */
function assign(
  statements: readonly Statement[],
  tableRows: ReadonlyMap<number, string>,
  given: readonly GivenFinding[],
  lenses: ReadonlyMap<string, string>,
): Done {
  const findings = distinct(given);
  const best = new Map<GivenFinding, FindingAnswer>();
  const said = new Map<GivenFinding, string>();
  const unknown: FindingAnswer[] = [];
  for (const statement of statements) {
    for (const ref of statement.refs) {
      const tags = ref.tags.length > 0 && lenses.size > 0 ? ref.tags : [];
      const named = tags.flatMap((tag) => lenses.get(foldText(tag)) ?? []);
      const inRange = findings.byNumber(ref.from, ref.to);
      let meant = inRange;
      if (tags.length > 0) meant = inRange.filter(({ lens }) => lens === named[0]);
      else if (statement.section !== null) {
        const section = lenses.get(foldText(statement.section));
        const own = inRange.filter(({ lens }) => lens === section);
        if (own.length > 0) meant = own;
      }
      const { answer, reason, text } = statement;
      for (const finding of meant) {
        if (answer === null) {
          if (!said.has(finding)) said.set(finding, text);
          continue;
        }
        const before = best.get(finding);
        if (before && rank[before.answer] >= rank[answer]) continue;
        best.set(finding, { number: finding.number, lens: finding.lens, answer, reason, text });
      }
      if (answer === null) continue;
      const lens = named[0] ?? tags[0] ?? null;
      for (const number of notGiven(ref.from, ref.to, meant)) {
        unknown.push({ number, lens, answer, reason, text });
      }
    }
  }
  const answers: FindingAnswer[] = [];
  const unanswered: { number: number; lens: string | null; text: string }[] = [];
  for (const finding of findings.all) {
    const answer = best.get(finding);
    if (answer) answers.push(answer);
    else {
      const text = said.get(finding) ?? tableRows.get(finding.number) ?? '';
      unanswered.push({ number: finding.number, lens: finding.lens, text });
    }
  }
  return { answers, unanswered, unknown };
}

/** The given findings, each (number, lens) once: a number given twice is answered once for both (rulings 23). */
function distinct(given: readonly GivenFinding[]): {
  readonly all: readonly GivenFinding[];
  byNumber(from: number, to: number): readonly GivenFinding[];
} {
  const byKey = new Map<string, GivenFinding>();
  for (const finding of given) {
    const key = JSON.stringify([finding.number, finding.lens]);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  const all = [...byKey.values()];
  const single = new Map<number, GivenFinding[]>();
  for (const finding of all) {
    const list = single.get(finding.number);
    if (list) list.push(finding);
    else single.set(finding.number, [finding]);
  }
  return {
    all,
    byNumber: (from, to) =>
      from === to
        ? (single.get(from) ?? [])
        : all.filter(({ number }) => number >= from && number <= to),
  };
}

/** A range as wide as this names its own end only, where nothing of it was given. */
const widestRange = 100;

function notGiven(from: number, to: number, meant: readonly GivenFinding[]): number[] {
  if (from === to) return meant.length > 0 ? [] : [from];
  if (to - from >= widestRange) return meant.length > 0 ? [] : [to];
  const known = new Set(meant.map(({ number }) => number));
  const numbers: number[] = [];
  for (let number = from; number <= to; number += 1) if (!known.has(number)) numbers.push(number);
  return numbers;
}

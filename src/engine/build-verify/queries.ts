import type { CriticVerdict, Finding, GivenFinding } from '../finding';
import { renderFindingsBlock, type CriticReply, type FindingsBlock } from '../findings-block';
import { foldText, sameFinding } from '../fold-text';
import type { FindingRecord } from './decisions';
import type { FileRef } from './events';
import type { CallState, DecidedFinding, RoundState, RunState } from './run-state';

type CriticState = RoundState['critics'][number];

export function lastCall(critic: CriticState): CallState<CriticVerdict> | undefined {
  return critic.calls.at(-1);
}

export function findRound(state: RunState, number: number | null): RoundState | undefined {
  // Round numbers have no gaps: the place in the list follows from the first one's number (0 with a baseline audit, else 1).
  const first = state.rounds[0]?.number;
  const round = number === null || first === undefined ? undefined : state.rounds[number - first];
  // A journal that somebody edited may have gaps all the same.
  return round?.number === number ? round : undefined;
}

/** A finding's name in the run: round, lens, index in that Critic's reply. */
export function findingKey(round: number, lens: string, index: number): string {
  return `r${round}/${lens}/${index}`;
}

/** The replies of a round's Critics that have a parsed verdict, in lens order. */
export function criticReplies(round: RoundState): CriticReply[] {
  return round.critics.flatMap((critic) => {
    const call = lastCall(critic);
    if (call === undefined || critic.status === 'pending' || critic.status === 'incomplete') {
      return [];
    }
    return [{ lens: critic.lens, reply: call.reply, verdict: call.verdict }];
  });
}

/** The findings block that this round's Implementor is given (rulings 26); null: none. */
export function blockFor(state: RunState, round: RoundState): FindingsBlock | null {
  const before = findRound(state, round.givenBy);
  return before === undefined ? null : renderFindingsBlock(criticReplies(before));
}

/** The findings this round's Implementor has to answer. With one Critic they carry no lens tag. */
export function givenTo(state: RunState, round: RoundState): GivenFinding[] {
  const before = findRound(state, round.givenBy);
  if (before === undefined) return [];
  const single = before.critics.length === 1;
  return rawFindings(before).map(({ lens, finding }) => ({
    number: finding.number,
    lens: single ? null : lens,
  }));
}

interface RawFinding {
  readonly lens: string;
  readonly index: number;
  readonly finding: Finding;
}

function rawFindings(round: RoundState): RawFinding[] {
  return criticReplies(round).flatMap(({ lens, verdict }) =>
    verdict.kind === 'findings'
      ? verdict.findings.map((finding, index) => ({ lens, index, finding }))
      : [],
  );
}

/**
 * All findings of a round with what is known beside them (build-verify.md; rulings 12, 16, 23, 28), in lens and reply order.
 * Counts, numbers and texts are as the Critics gave them; nothing is merged.
 */
export function findingsOf(state: RunState, number: number): FindingRecord[] {
  return recordsOf(state, number).map((one) => one.record);
}

/** Findings of a round that count for rows 3, 4, 5, 7 and the pause: neither decided nor a repeat of what was (rulings 12). */
export function openFindings(state: RunState, number: number): FindingRecord[] {
  return recordsOf(state, number)
    .filter((one) => one.open)
    .map((one) => one.record);
}

interface Known {
  readonly record: FindingRecord;
  readonly open: boolean;
}

/*
 * Rounds are values: what is known of one hangs on its own object, on the decisions and on the round that answered it. Remembering
 * it keeps the cost of a round the same however many came before it.
 */
const remembered = new WeakMap<
  RoundState,
  {
    readonly decided: RunState['decided'];
    readonly answering: RoundState | undefined;
    readonly known: Known[];
  }
>();

function recordsOf(state: RunState, number: number): readonly Known[] {
  const round = findRound(state, number);
  if (round === undefined) return [];
  const answering = answeringRound(state, round);
  const before = remembered.get(round);
  if (before?.decided === state.decided && before.answering === answering) return before.known;
  const known = readRecords(state, round, answering);
  remembered.set(round, { decided: state.decided, answering, known });
  return known;
}

function readRecords(
  state: RunState,
  round: RoundState,
  answering: RoundState | undefined,
): Known[] {
  const answer = answersOf(answering);
  return rawFindings(round).map(({ lens, index, finding }) => {
    const key = findingKey(round.number, lens, index);
    const check = round.evidence?.find((one) => one.lens === lens && one.index === index) ?? null;
    const looked = {
      lens,
      finding,
      quote: check?.quote ?? '',
      wholeLine: check?.wholeLine ?? false,
    };
    const decided = state.decided.filter((one) => one.key === key || repeats(looked, one));
    const settling = decided.filter((one) => settles(one, finding));
    const record: FindingRecord = {
      key,
      round: round.number,
      lens,
      number: finding.number,
      severity: finding.severity,
      acReference: finding.acReference,
      kind: finding.kind,
      issue: finding.issue,
      evidence: finding.evidence,
      check,
      answer: answer(lens, finding.number),
      // "Decided earlier" is said of what came back after the decision; what it was about is shown with the decision itself.
      settled: settling.some((one) => one.round < round.number),
      pending:
        finding.kind === 'scope-creep' &&
        settling.length === 0 &&
        !decided.some((one) => one.key === key || isScopeAnswer(one, round.number)),
    };
    return { record, open: settling.length === 0 };
  });
}

/** What is to go is decided for good; what was kept, at least for a finding that was there when the person said so. */
function isScopeAnswer(decided: DecidedFinding, raisedIn: number): boolean {
  return decided.answer === 'remove' || (decided.answer === 'keep' && decided.round >= raisedIn);
}

function settlesLater(decided: DecidedFinding): boolean {
  return decided.answer === 'keep' || decided.answer === 'dismiss';
}

function settles(decided: DecidedFinding, finding: Finding): boolean {
  return settlesLater(decided) && weight(finding) <= weight(decided.finding);
}

function weight(finding: { readonly severity: Finding['severity'] }): number {
  return { LOW: 1, MEDIUM: 2, HIGH: 3 }[finding.severity];
}

/** Characters of a quote as it is written, its two quotation marks among them. */
const shortestQuote = 20;

type Looked = Pick<DecidedFinding, 'lens' | 'finding' | 'quote' | 'wholeLine'>;

/** Rulings 12: equal, or the quotes contain one another and the shorter one is long enough or a whole line. */
function repeats(now: Looked, decided: Looked): boolean {
  if (sameFinding({ ...now.finding, lens: now.lens }, { ...decided.finding, lens: decided.lens })) {
    return true;
  }
  return quotesOverlap(
    { quote: foldText(now.quote), wholeLine: now.wholeLine },
    { quote: foldText(decided.quote), wholeLine: decided.wholeLine },
  );
}

interface FoldedQuote {
  readonly quote: string;
  readonly wholeLine: boolean;
}

function quotesOverlap(a: FoldedQuote, b: FoldedQuote): boolean {
  if (a.quote === '' || b.quote === '') return false;
  if (!a.quote.includes(b.quote) && !b.quote.includes(a.quote)) return false;
  const shorter = a.quote.length <= b.quote.length ? a : b;
  return shorter.quote.length + 2 >= shortestQuote || shorter.wholeLine;
}

/** The latest round whose Implementor was given this round's findings and answered; only a restore makes it another than the next. */
function answeringRound(state: RunState, round: RoundState): RoundState | undefined {
  const answered = (one: RoundState | undefined): boolean =>
    one?.givenBy === round.number && one.implementor.at(-1)?.verdict.kind === 'done';
  const next = findRound(state, round.number + 1);
  if (state.historyFrom === 0) return answered(next) ? next : undefined;
  return state.rounds.findLast(answered);
}

function answersOf(
  answering: RoundState | undefined,
): (lens: string, number: number) => FindingRecord['answer'] {
  const verdict = answering?.implementor.at(-1)?.verdict;
  if (verdict?.kind !== 'done') return () => null;
  return (lens, number) => {
    const matches = (one: { number: number; lens: string | null }): boolean =>
      one.number === number && (one.lens === null || one.lens === lens);
    const given = verdict.answers.find(matches);
    if (given !== undefined) return { kind: given.answer, text: given.text, reason: given.reason };
    const said = verdict.unanswered.find(matches);
    return { kind: 'unanswered', text: said?.text ?? '', reason: '' };
  };
}

/** HIGH findings that this round's Implementor disputed and that are not settled (row 3; rulings 4, 11). */
export function disputedHigh(state: RunState, round: RoundState): FindingRecord[] {
  if (round.givenBy === null || round.implementorStatus !== 'done') return [];
  return openFindings(state, round.givenBy).filter(
    (one) => one.severity === 'HIGH' && one.answer?.kind === 'disputed',
  );
}

/** Undecided scope-creep findings of a round and of those before it that are still in the artifact (rulings 16). */
export function pendingScope(state: RunState, round: RoundState): FindingRecord[] {
  const chain = chainOf(state, round);
  const gone = new Set(chain.flatMap((one) => one.gone));
  const pending = chain
    .filter(hasScopeCreep)
    .flatMap((one) => findingsOf(state, one.number))
    .filter((one) => one.pending && !gone.has(one.key));
  // Chain order is newest first: an older one that the newer Critics raised again is the same question.
  const distinct: {
    readonly record: FindingRecord;
    readonly name: string;
    readonly quote: FoldedQuote;
  }[] = [];
  for (const record of pending) {
    const name = foldText(
      `${record.lens}\0${record.acReference}\0${record.issue}\0${record.evidence}`,
    );
    const quote = {
      quote: foldText(record.check?.quote ?? ''),
      wholeLine: record.check?.wholeLine ?? false,
    };
    if (distinct.some((one) => one.name === name || quotesOverlap(one.quote, quote))) continue;
    distinct.push({ record, name, quote });
  }
  return distinct.map((one) => one.record);
}

function hasScopeCreep(round: RoundState): boolean {
  return rawFindings(round).some((one) => one.finding.kind === 'scope-creep');
}

/** A finding record in the shape decisions are remembered in. */
export function asDecided(
  record: FindingRecord,
): Pick<DecidedFinding, 'key' | 'lens' | 'finding' | 'quote' | 'wholeLine'> {
  const { number, severity, acReference, kind, issue, evidence } = record;
  return {
    key: record.key,
    lens: record.lens,
    finding: { number, severity, acReference, kind, issue, evidence, tagOffset: 0 },
    quote: record.check?.quote ?? '',
    wholeLine: record.check?.wholeLine ?? false,
  };
}

/** A round and the ones before it, newest first, along "the one before" (a restore cuts off what it undid). */
export function chainOf(state: RunState, round: RoundState): RoundState[] {
  const chain: RoundState[] = [];
  for (
    let at: RoundState | undefined = round;
    at !== undefined;
    at = findRound(state, at.givenBy)
  ) {
    chain.push(at);
  }
  return chain;
}

/** Names under which the judges see findings: `B1…` before, `N1…` now, and the run's keys behind them. */
export function judgedIds(
  state: RunState,
  number: number,
): { before: Map<string, string>; now: Map<string, string>; nowHigh: Map<string, string> } {
  const round = findRound(state, number);
  const before = findingsOf(state, round?.givenBy ?? -1);
  const now = findingsOf(state, number);
  const named = (prefix: string, list: readonly FindingRecord[]): [string, string][] =>
    list.map((one, index) => [`${prefix}${index + 1}`, one.key]);
  const nowNames = named('N', now);
  return {
    before: new Map(named('B', before)),
    now: new Map(nowNames),
    nowHigh: new Map(nowNames.filter((_, index) => now[index]?.severity === 'HIGH')),
  };
}

/** What "restore round k" puts back: the text round k's Critics audited (0: the start); null: there is none. */
export function restorableFiles(state: RunState, number: number): readonly FileRef[] | null {
  if (number === 0) return state.revisions[0]?.files ?? null;
  const revision = findRound(state, number)?.revision;
  return revision === undefined || revision === null
    ? null
    : (state.revisions[revision]?.files ?? null);
}

/** Id of the model that the person chose last for the rest of the run (row 2, "other model"); null: it runs on what it started with. */
export function chosenModel(state: RunState): string | null {
  return (
    state.decisions
      .map(({ choice }) => (choice.kind === 'retry' ? choice.model : undefined))
      .findLast((model) => model !== undefined) ?? null
  );
}

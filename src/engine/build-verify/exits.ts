import type { DecisionPrompt, Offer } from './decisions';
import { driftRounds } from './drift';
import type { Choice, Outcome, PromptKind } from './events';
import {
  blockedReasons,
  incompleteReasons,
  isInvalidReport,
  phaseIsBlocked,
  phaseIsIncomplete,
} from './phase';
import { disputedHigh, findRound, openFindings, pendingScope, restorableFiles } from './queries';
import { setsEqual } from './repeat';
import type { RoundState, RunState } from './run-state';
import { sameContent } from './content';

/** What one row says of a round; `ask-judge`: row 7 hangs on the equivalence judge, who was not asked yet. */
type Match = boolean | 'ask-judge';

export interface ExitRow {
  /** Row of the table in build-verify.md "Exits"; null: the scope-creep pause, which is no exit. */
  readonly row: number | null;
  /** The prompt the person is asked with; null: nothing is asked. */
  readonly kind: PromptKind | null;
  /** Looked at after the baseline audit as well (the others are about rounds). */
  readonly baseline: boolean;
  /** Looked at when a phase ended without a complete round. */
  readonly incomplete: boolean;
  readonly outcome: (state: RunState, round: RoundState) => Outcome;
  readonly matches: (state: RunState, round: RoundState) => Match;
  readonly choices: readonly Choice['kind'][];
}

/**
 * The exit table, in order, first match wins (build-verify.md "Exits"; the pause's place: rulings 16). Each predicate reads the
 * folded state only.
 */
export const exitTable: readonly ExitRow[] = [
  {
    row: 1,
    kind: 'blocked',
    baseline: true,
    incomplete: true,
    outcome: () => 'blocked',
    matches: (_, round) => phaseIsBlocked(round),
    choices: ['supply', 'stop'],
  },
  {
    row: 2,
    kind: 'incomplete',
    baseline: true,
    incomplete: true,
    outcome: (_, round) =>
      isInvalidReport(round) ? 'escalated: invalid report' : 'escalated: model failure',
    matches: (_, round) => phaseIsIncomplete(round),
    choices: ['retry', 'stop'],
  },
  {
    row: 3,
    kind: 'disagreement',
    baseline: false,
    incomplete: false,
    outcome: () => 'escalated: disagreement',
    matches: (state, round) => disputedHigh(state, round).length > 0,
    choices: ['settle', 'revise', 'stop'],
  },
  {
    row: 4,
    kind: null,
    baseline: false,
    incomplete: false,
    outcome: () => 'success',
    matches: (state, round) =>
      cleanRow(state, round) >= state.options.cleanRounds &&
      pendingScope(state, round).length === 0,
    choices: [],
  },
  {
    row: null,
    kind: 'scope',
    baseline: false,
    incomplete: false,
    outcome: () => 'escalated: decisions needed',
    matches: pauses,
    choices: ['scope', 'stop'],
  },
  {
    row: 5,
    kind: 'residual',
    baseline: false,
    incomplete: false,
    outcome: () => 'success-with-residual',
    matches: onlyLowTwice,
    choices: ['one-more', 'accept', 'stop'],
  },
  {
    row: 6,
    kind: 'churn',
    baseline: false,
    incomplete: false,
    outcome: () => 'escalated: churn',
    matches: (state, round) => round.drift !== null && driftRounds(state) >= 3,
    choices: ['revise', 'restore', 'go-on', 'stop'],
  },
  {
    row: 7,
    kind: 'stalled',
    baseline: false,
    incomplete: false,
    outcome: () => 'escalated: stalled',
    matches: stalls,
    choices: ['revise', 'go-on', 'restore', 'stop'],
  },
  {
    row: 8,
    kind: 'cap',
    baseline: false,
    incomplete: false,
    outcome: () => 'escalated: cap',
    matches: (state, round) => round.number >= state.cap,
    choices: ['raise-cap', 'restore', 'accept', 'stop'],
  },
  {
    row: 9,
    kind: 'budget',
    baseline: true,
    incomplete: false,
    outcome: () => 'escalated: budget',
    matches: (state) => spentBudget(state) !== null,
    choices: ['more-budget', 'stop'],
  },
];

/**
 * The first row that matches a round whose phase has ended; null: none, the loop goes on.
 * @returns `ask-judge` when row 7 needs the equivalence judge first.
 */
export function findExit(state: RunState, round: RoundState): ExitRow | 'ask-judge' | null {
  for (const row of exitTable) {
    if (round.number === 0 && !row.baseline) continue;
    if (!round.complete && !row.incomplete) continue;
    const match = row.matches(state, round);
    if (match === 'ask-judge') return 'ask-judge';
    if (match) return row;
  }
  return null;
}

/** Clean rounds in a row up to this one (rulings 6, 7, 12): a round whose findings are all settled is clean. */
function cleanRow(state: RunState, round: RoundState): number {
  let count = 0;
  for (
    let at: RoundState | undefined = round;
    at !== undefined && at.number > 0 && at.complete;
    at = findRound(state, at.number - 1)
  ) {
    if (at.number < Math.max(state.countFrom, state.cleanFrom)) break;
    if (openFindings(state, at.number).length > 0) break;
    count += 1;
  }
  return count;
}

/** Row 5's condition without the pending decisions, which it may not be reached with (rulings 6, 7). */
function onlyLowTwice(state: RunState, round: RoundState): boolean {
  const before = findRound(state, round.givenBy);
  if (before === undefined || !before.complete || before.number < state.countFrom) return false;
  const onlyLow = (one: RoundState): boolean => {
    const open = openFindings(state, one.number);
    return open.length > 0 && open.every((finding) => finding.severity === 'LOW');
  };
  return onlyLow(round) && onlyLow(before);
}

/**
 * Rulings 16: something waits for the person (from this round or an earlier one) and nothing else that is not LOW is open. Going on
 * would change nothing: neither success can be reached, and the answer starts the counting anew.
 */
function pauses(state: RunState, round: RoundState): boolean {
  return (
    pendingScope(state, round).length > 0 &&
    openFindings(state, round.number).every((one) => one.pending || one.severity === 'LOW')
  );
}

/** Row 7: the text came back (A, B, A) or the findings substantially repeat the ones before; never a number. */
function stalls(state: RunState, round: RoundState): Match {
  const now = openFindings(state, round.number);
  if (now.length === 0) return false;
  if (returnsToEarlierText(state, round)) return true;
  const before = round.givenBy === null ? [] : openFindings(state, round.givenBy);
  if (before.length === 0) return false;
  if (setsEqual(before, now)) return true;
  return round.repeats === null ? 'ask-judge' : round.repeats === 'yes';
}

/** Rulings 14: all files together equal an earlier revision of this history and differ from the last one. */
function returnsToEarlierText(state: RunState, round: RoundState): boolean {
  if (!round.revised || round.revision === null) return false;
  const now = state.revisions[round.revision]?.files ?? [];
  const earlier = state.revisions.slice(state.historyFrom, round.revision);
  const last = earlier.at(-1);
  if (last === undefined || sameContent(last.files, now)) return false;
  return earlier.slice(0, -1).some((one) => sameContent(one.files, now));
}

/** The budget that is spent, if one is (row 9). A call of unknown cost spends none of the cost budget. */
export function spentBudget(state: RunState): 'tokens' | 'cost' | 'seconds' | null {
  const { budget, spent, knownCost } = state;
  if (budget.tokens !== null && spent.tokens >= budget.tokens) return 'tokens';
  if (budget.cost !== null && knownCost >= budget.cost) return 'cost';
  if (budget.seconds !== null && spent.seconds >= budget.seconds) return 'seconds';
  return null;
}

/** The question of a matched row, with the facts that caused it (build-verify.md "Exits"; rulings 8). */
export function promptOf(state: RunState, round: RoundState, row: ExitRow): DecisionPrompt | null {
  if (row.kind === null) return null;
  const open = openFindings(state, round.number);
  const findings = {
    blocked: [],
    incomplete: [],
    conflict: [],
    disagreement: disputedHigh(state, round),
    scope: pendingScope(state, round),
    residual: open,
    churn: open,
    stalled: open,
    cap: open,
    budget: open,
  }[row.kind];
  const reasons =
    row.kind === 'blocked'
      ? blockedReasons(round)
      : row.kind === 'incomplete'
        ? incompleteReasons(round)
        : [];
  const before =
    row.kind === 'stalled' && round.givenBy !== null ? openFindings(state, round.givenBy) : [];
  return question(state, round, row, { findings, reasons, before });
}

function question(
  state: RunState,
  round: RoundState,
  row: Pick<ExitRow, 'row' | 'kind' | 'choices'>,
  facts: Pick<DecisionPrompt, 'findings' | 'reasons' | 'before'>,
): DecisionPrompt {
  const spent = spentBudget(state);
  const restorable = [0, ...state.rounds.map((one) => one.number)].filter(
    (number, index, all) =>
      all.indexOf(number) === index && restorableFiles(state, number) !== null,
  );
  return {
    kind: row.kind ?? 'budget',
    row: row.row,
    round: round.number,
    offers: row.choices.map((kind) => offer(kind, round.number >= state.cap, spent !== null)),
    ...facts,
    restorable,
    found: [],
    spent,
    cap: state.cap,
  };
}

const startsNextRound: ReadonlySet<Choice['kind']> = new Set([
  'settle',
  'revise',
  'one-more',
  'go-on',
  'restore',
  'raise-cap',
  'scope',
  'more-budget',
]);

function offer(kind: Choice['kind'], atCap: boolean, spent: boolean): Offer {
  const next = startsNextRound.has(kind);
  return {
    kind,
    raisesCap: next && atCap,
    needsBudget: spent && (next || kind === 'supply' || kind === 'retry'),
  };
}

/** The question when a budget ran out in the middle of a phase: there is no finished round to look at (rulings 3). */
export function interruptedPrompt(state: RunState, round: RoundState): DecisionPrompt {
  const row = exitTable.find((one) => one.row === 9);
  const prompt = question(
    state,
    round,
    { row: 9, kind: 'budget', choices: row?.choices ?? [] },
    {
      findings: [],
      reasons: [],
      before: [],
    },
  );
  const by = state.interrupted?.by;
  // The phase goes on under its own round number, so the cap is not touched.
  return {
    ...prompt,
    offers: prompt.offers.map((one) => ({ ...one, raisesCap: false })),
    spent: by === undefined || by === 'person' ? prompt.spent : by,
  };
}

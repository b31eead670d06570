import { assertNever } from '../../util/assert-never';
import { renderBrief } from '../brief';
import { sha256 } from '../hash';
import type { DecisionPrompt, FindingRecord } from './decisions';
import type { Brief, Choice, EventBody, RunEvent } from './events';
import { asDecided, findingsOf } from './queries';
import type { DecidedFinding, RoundState, RunState } from './run-state';

type DecisionEvent = Extract<RunEvent, { type: 'decision' }>;

/**
 * The journal event for an answer to a prompt: the choice and, when it writes USER DECISIONS or changes TASK or AC, the whole new
 * brief that is the byte-identical one from here on (build-verify.md "The brief"; rulings 7).
 */
export function decisionEvent(
  state: RunState,
  prompt: DecisionPrompt,
  choice: Choice,
): Extract<EventBody, { type: 'decision' }> {
  return {
    type: 'decision',
    round: prompt.round,
    prompt: prompt.kind,
    choice,
    brief: newBrief(state, prompt, choice),
  };
}

function newBrief(state: RunState, prompt: DecisionPrompt, choice: Choice): DecisionEvent['brief'] {
  const { brief, decisions } = state.brief;
  switch (choice.kind) {
    case 'supply':
      return baseline(brief, [...decisions, `answer — ${oneLine(choice.words)}`]);
    case 'settle': {
      const lines = choice.answers.flatMap(({ key, answer, words }) =>
        prompt.findings
          .filter((one) => one.key === key)
          .map(
            (one) =>
              `${answer} — ${nameOf(one)}${words.trim() === '' ? '' : `: ${oneLine(words)}`}`,
          ),
      );
      return baseline(brief, [...decisions, ...lines]);
    }
    case 'scope': {
      const lines = choice.answers.flatMap(({ key, answer }) =>
        prompt.findings.filter((one) => one.key === key).map((one) => `${answer} — ${nameOf(one)}`),
      );
      return baseline(brief, [...decisions, ...lines]);
    }
    case 'revise':
      return baseline({ ...brief, task: choice.task, criteria: choice.criteria }, decisions);
    case 'stop':
    case 'retry':
    case 'one-more':
    case 'accept':
    case 'go-on':
    case 'restore':
    case 'raise-cap':
    case 'more-budget':
    case 'keep-mine':
    case 'take-run':
      return null;
    default:
      return assertNever(choice, 'choice');
  }
}

function baseline(brief: Brief, decisions: readonly string[]): DecisionEvent['brief'] {
  const text = renderBrief(brief, decisions);
  return { brief, decisions: [...decisions], text, hash: sha256(text) };
}

/** The artifact's own words where there are any: later Critics must recognise the place, not read an earlier Critic's opinion. */
function nameOf(finding: FindingRecord): string {
  const quote = finding.check?.quote ?? '';
  return quote === '' ? `a finding on AC ${oneLine(finding.acReference)}` : `"${oneLine(quote)}"`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The state after a decision: what it settles, what it starts again, and whether the next round begins (rulings 7 to 12). */
export function applyDecision(state: RunState, event: DecisionEvent): RunState {
  const { choice, round, prompt, at } = event;
  const told: RunState = {
    ...state,
    decisions: [...state.decisions, { round, prompt, choice, at }],
    brief: event.brief ?? state.brief,
    budget:
      'more' in choice && choice.more !== undefined
        ? grown(state.budget, choice.more)
        : state.budget,
  };
  const goOn = (next: RunState): RunState => ({
    ...next,
    advance: true,
    // Rulings 8: when the cap stands in the way, going on raises it by one; the choice said so.
    cap: Math.max(next.cap, round + 1),
  });
  switch (choice.kind) {
    case 'stop':
    case 'accept':
      return { ...told, closing: prompt };
    case 'supply':
      return { ...again(told, 'blocked'), countFrom: round };
    case 'retry':
      return again(told, 'incomplete');
    case 'settle': {
      const answers = choice.answers.map(({ key, answer }) => ({ key, answer }));
      return goOn({ ...told, decided: remember(state, round, answers), countFrom: round + 1 });
    }
    case 'scope':
      return goOn({
        ...told,
        decided: remember(state, round, choice.answers),
        countFrom: round + 1,
      });
    case 'revise':
      return goOn({ ...told, countFrom: round + 1 });
    case 'one-more':
    case 'go-on':
      return goOn(told);
    case 'raise-cap':
      return goOn({ ...told, cap: state.cap + choice.by });
    case 'restore':
      return { ...goOn(told), advance: false, restoring: choice.round };
    case 'more-budget':
      return afterMoreBudget(told, choice, goOn);
    case 'keep-mine':
    case 'take-run':
      return {
        ...told,
        conflict: told.conflict === null ? null : { ...told.conflict, answer: choice.kind },
      };
    default:
      return assertNever(choice, 'choice');
  }
}

type More = { readonly tokens: number; readonly cost: number; readonly seconds: number };

function grown(budget: RunState['budget'], more: More): RunState['budget'] {
  const add = (limit: number | null, extra: number): number | null =>
    limit === null ? null : limit + extra;
  return {
    tokens: add(budget.tokens, more.tokens),
    cost: add(budget.cost, more.cost),
    seconds: add(budget.seconds, more.seconds),
  };
}

/** In the middle of a phase the phase goes on; at the end of a round the next one starts. */
function afterMoreBudget(
  state: RunState,
  more: More,
  goOn: (next: RunState) => RunState,
): RunState {
  const next = { ...state, budget: grown(state.budget, more), interrupted: null };
  if (state.interrupted === null) return goOn(next);
  const resumed = (round: RoundState): RoundState => ({ ...round, interruptedBy: null });
  return { ...next, rounds: withLast(state.rounds, resumed) };
}

/** What was blocked or incomplete is done again under the same round number; the other replies stay (rulings 1, 9). */
function again(state: RunState, status: 'blocked' | 'incomplete'): RunState {
  const restart = (round: RoundState): RoundState => ({
    ...round,
    implementorStatus: round.implementorStatus === status ? 'pending' : round.implementorStatus,
    implementorTries: round.implementorStatus === status ? 0 : round.implementorTries,
    critics: round.critics.map((critic) =>
      critic.status === status ? { ...critic, status: 'pending', tries: 0 } : critic,
    ),
  });
  return { ...state, rounds: withLast(state.rounds, restart) };
}

function withLast(
  rounds: readonly RoundState[],
  change: (round: RoundState) => RoundState,
): RoundState[] {
  return rounds.map((round, index) => (index === rounds.length - 1 ? change(round) : round));
}

function remember(
  state: RunState,
  round: number,
  answers: readonly { readonly key: string; readonly answer: DecidedFinding['answer'] }[],
): DecidedFinding[] {
  const known = new Map(
    state.rounds.flatMap((one) => findingsOf(state, one.number)).map((one) => [one.key, one]),
  );
  const added = answers.flatMap(({ key, answer }) => {
    const finding = known.get(key);
    return finding === undefined ? [] : [{ ...asDecided(finding), round, answer }];
  });
  return [...state.decided, ...added];
}

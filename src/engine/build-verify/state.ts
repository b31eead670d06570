import type { CriticVerdict, ImplementorVerdict } from '../finding';
import { assertNever } from '../../util/assert-never';
import { parseCriticReply } from '../critic-reply';
import { countSeverities } from '../fold-text';
import { parseImplementorReply } from '../implementor-reply';
import { parsePairingAnswer, parseRepeatAnswer } from '../prompt';
import { applyDecision } from './apply-decision';
import { sameContent } from './content';
import { closeRound } from './drift';
import type { FileRef, RunEvent } from './events';
import { findRound, givenTo, judgedIds, lastCall, openFindings } from './queries';
import type { CallState, RoundState, RunState } from './run-state';

type CallEvent = Extract<RunEvent, { type: 'call' }>;
type RevisionEvent = Extract<RunEvent, { type: 'revision' }>;

/**
 * Folds a journal into the state of its run (design.md, "The engine in one paragraph").
 * @throws RangeError when the first event is not `run.started`.
 */
export function foldRun(events: readonly RunEvent[]): RunState {
  let state: RunState | null = null;
  for (const event of events) state = evolve(state, event);
  if (state === null) throw new RangeError('A journal without events has no state.');
  return state;
}

/** The state after one more event. Pure; total on any sequence that begins with `run.started`. */
export function evolve(state: RunState | null, event: RunEvent): RunState {
  if (state === null) {
    if (event.type !== 'run.started') throw new RangeError('A journal begins with run.started.');
    return started(event);
  }
  const knownCost = state.knownCost + ((event.type === 'call' && event.usage?.cost) || 0);
  return step({ ...state, spent: spentAfter(state, event), knownCost, lastAt: event.at }, event);
}

function step(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run.started':
      return state;
    case 'start.snapshot':
      return {
        ...state,
        revisions: [{ round: 0, origin: 'start', files: event.files, changed: true }],
      };
    case 'call':
      return afterCall(state, event);
    case 'revision':
      return afterRevision(state, event);
    case 'conflict':
      return { ...state, conflict: { found: event.found, answer: null } };
    case 'evidence': {
      const checked = updateRound(state, event.round, (round) => ({
        ...round,
        revision: round.revision ?? auditedRevision(state, event.round),
        evidence: event.checks,
        gone: event.gone,
        complete: true,
      }));
      return closeRound(
        { ...checked, head: event.round, advance: false },
        roundOf(checked, event.round),
      );
    }
    case 'decision':
      return applyDecision(state, event);
    case 'interrupted':
      return { ...interruptRound(state, event), interrupted: { round: event.round, by: event.by } };
    case 'run.resumed':
      return afterResume(state, event.unfinished);
    case 'notice':
      return { ...state, notices: [...state.notices, { code: event.code, text: event.text }] };
    case 'run.ended':
      return { ...state, ended: { outcome: event.outcome, row: event.row, why: event.why } };
    default:
      return assertNever(event, 'event');
  }
}

function started(event: Extract<RunEvent, { type: 'run.started' }>): RunState {
  return {
    runId: event.runId,
    options: event.options,
    cap: event.options.cap,
    firstCap: event.options.cap,
    budget: event.options.budget,
    brief: { brief: event.brief, decisions: [], text: event.briefText, hash: event.briefHash },
    implementor: event.implementor,
    critics: event.critics,
    models: event.models,
    program: event.program,
    revisions: [],
    rounds: [],
    decisions: [],
    countFrom: 0,
    cleanFrom: 0,
    decided: [],
    head: null,
    historyFrom: 0,
    advance: false,
    restoring: null,
    closing: null,
    conflict: null,
    interrupted: null,
    roles: { repeatJudge: event.judges.repeat, pairingJudge: event.judges.pairing },
    notices: [],
    spent: { tokens: 0, cost: 0, seconds: 0 },
    knownCost: 0,
    resumes: 0,
    startedAt: event.at,
    lastAt: event.at,
    ended: null,
  };
}

/** Tokens and cost from the calls' usage; seconds are working time: waiting for a person or for a resume is not counted. */
function spentAfter(state: RunState, event: RunEvent): RunState['spent'] {
  const passed = Math.max(0, Date.parse(event.at) - Date.parse(state.lastAt)) / 1000;
  const seconds = endsWork(event) && state.ended === null ? passed : 0;
  const spent = { ...state.spent, seconds: state.spent.seconds + seconds };
  if (event.type !== 'call' || event.usage === null) return spent;
  const { input, output, cacheCreation, cacheRead, cost } = event.usage;
  return {
    ...spent,
    tokens: spent.tokens + input + output + cacheCreation + cacheRead,
    cost: spent.cost === null || cost === null ? null : spent.cost + cost,
  };
}

/** Whether the time before an event was work. A Stop, an end or a restore may come after a question has waited for hours. */
function endsWork(event: RunEvent): boolean {
  switch (event.type) {
    case 'start.snapshot':
    case 'call':
    case 'evidence':
      return true;
    case 'revision':
      return event.origin === 'implementor';
    default:
      return false;
  }
}

/** A round that has not begun yet, as the fold creates it at its first event. */
export function newRound(state: RunState, number: number): RoundState {
  return {
    number,
    implementor: [],
    implementorStatus: implementorRuns(state, number) ? 'pending' : 'skipped',
    implementorTries: 0,
    critics: state.critics.map(({ lens }) => ({ lens, calls: [], status: 'pending', tries: 0 })),
    givenBy: state.head,
    staged: null,
    revised: false,
    revision: null,
    unfinished: null,
    evidence: null,
    gone: [],
    pairing: null,
    repeats: null,
    drift: null,
    closedHigh: false,
    complete: false,
    interruptedBy: null,
    counts: { high: 0, medium: 0, low: 0 },
  };
}

/** No Implementor in the baseline audit and, with `audit-only`, in a confirmation round (rulings 15). */
function implementorRuns(state: RunState, number: number): boolean {
  if (number === 0) return false;
  if (state.options.confirmRounds === 'full') return true;
  const before = findRound(state, number - 1);
  const confirming =
    before !== undefined &&
    before.number > 0 &&
    before.complete &&
    state.head === before.number &&
    before.number >= Math.max(state.countFrom, state.cleanFrom) &&
    openFindings(state, before.number).length === 0;
  return !confirming;
}

function roundOf(state: RunState, number: number): RoundState {
  return findRound(state, number) ?? newRound(state, number);
}

function updateRound(
  state: RunState,
  number: number,
  change: (round: RoundState) => RoundState,
): RunState {
  const last = state.rounds.at(-1);
  if (last === undefined || last.number < number) {
    return { ...state, advance: false, rounds: [...state.rounds, change(newRound(state, number))] };
  }
  return {
    ...state,
    rounds: state.rounds.map((round) => (round.number === number ? change(round) : round)),
  };
}

/** What the Critics of a round without an Implementor audited. Round 0's text is the start, which has its own name. */
function auditedRevision(state: RunState, round: number): number | null {
  return round === 0 ? null : state.revisions.length - 1;
}

/** Before its first call a run has no round that could be shown as interrupted. */
function interruptRound(
  state: RunState,
  { round: number, by }: Extract<RunEvent, { type: 'interrupted' }>,
): RunState {
  if (state.rounds.length === 0) return state;
  return updateRound(state, number, (round) => ({ ...round, interruptedBy: by }));
}

function afterCall(state: RunState, event: CallEvent): RunState {
  // A cancelled call is usage and nothing else: its phase is still missing (rulings 3).
  if (event.outcome.kind === 'cancelled') {
    if (event.role !== 'implementor') return updateRound(state, event.round, (round) => round);
    return updateRound(state, event.round, (round) => withUnfinished(state, round, event.staged));
  }
  switch (event.role) {
    case 'implementor':
      return updateRound(state, event.round, (round) => afterImplementor(state, round, event));
    case 'critic':
      return updateRound(state, event.round, (round) => afterCritic(round, event));
    case 'judge-repeat':
      return updateRound(state, event.round, (round) => ({
        ...round,
        repeats: event.outcome.kind === 'ok' ? parseRepeatAnswer(event.reply) : 'unsure',
      }));
    case 'judge-pairing': {
      const ids = judgedIds(state, event.round);
      const answer =
        event.outcome.kind === 'ok'
          ? parsePairingAnswer(event.reply, [...ids.before.keys()], [...ids.nowHigh.keys()])
          : ({ kind: 'unknown' } as const);
      const pairing =
        answer.kind === 'unknown'
          ? answer
          : {
              kind: 'known' as const,
              pairs: answer.pairs.map(
                ([now, before]) =>
                  [ids.now.get(now) ?? now, ids.before.get(before) ?? before] as const,
              ),
            };
      const asked = updateRound(state, event.round, (round) => ({ ...round, pairing }));
      return closeRound(asked, roundOf(asked, event.round));
    }
    default:
      return assertNever(event.role, 'role');
  }
}

function callState<Verdict>(event: CallEvent, verdict: Verdict): CallState<Verdict> {
  const { attempt, reply, outcome, usage, servedBy, duration } = event;
  return { attempt, reply, outcome, verdict, usage, servedBy, duration };
}

/** Rulings 1: invalid, empty or cut off may be asked once more; refused or failed makes the phase incomplete at once. */
function statusAfter(
  event: CallEvent,
  usable: boolean,
  tries: number,
): 'usable' | 'again' | 'incomplete' {
  if (event.outcome.kind === 'refused' || event.outcome.kind === 'failed') return 'incomplete';
  if (event.outcome.kind === 'ok' && usable) return 'usable';
  return tries + 1 >= 2 ? 'incomplete' : 'again';
}

function afterImplementor(state: RunState, round: RoundState, event: CallEvent): RoundState {
  const verdict: ImplementorVerdict =
    event.outcome.kind === 'ok'
      ? parseImplementorReply(event.reply, givenTo(state, round))
      : { kind: 'invalid', why: event.outcome.kind };
  const after = statusAfter(event, verdict.kind !== 'invalid', round.implementorTries);
  const called = {
    ...round,
    interruptedBy: null,
    implementor: [...round.implementor, callState(event, verdict)],
    implementorTries: round.implementorTries + 1,
  };
  if (after === 'usable' && verdict.kind === 'done') {
    return { ...called, implementorStatus: 'done', staged: event.staged ?? [], unfinished: null };
  }
  const status = after === 'usable' ? 'blocked' : after === 'incomplete' ? 'incomplete' : 'pending';
  return { ...withUnfinished(state, called, event.staged), implementorStatus: status };
}

/** Rulings 5: what a phase that did not end in DONE had staged is kept beside the round. */
function withUnfinished(
  state: RunState,
  round: RoundState,
  staged: readonly FileRef[] | null,
): RoundState {
  const last = state.revisions.at(-1)?.files ?? [];
  if (staged === null || sameContent(staged, last)) return round;
  return { ...round, unfinished: staged };
}

function afterCritic(round: RoundState, event: CallEvent): RoundState {
  const verdict: CriticVerdict =
    event.outcome.kind === 'ok'
      ? parseCriticReply(event.reply)
      : { kind: 'invalid', why: event.outcome.kind };
  const critics = round.critics.map((critic) => {
    if (critic.lens !== event.lens) return critic;
    const after = statusAfter(event, verdict.kind !== 'invalid', critic.tries);
    const status =
      after === 'again'
        ? ('pending' as const)
        : after === 'incomplete' || verdict.kind === 'invalid'
          ? ('incomplete' as const)
          : verdict.kind;
    return {
      ...critic,
      status,
      tries: critic.tries + 1,
      calls: [...critic.calls, callState(event, verdict)],
    };
  });
  const findings = critics.flatMap((critic) => {
    const verdictNow = lastCall(critic)?.verdict;
    return verdictNow?.kind === 'findings' ? verdictNow.findings : [];
  });
  return { ...round, critics, interruptedBy: null, counts: countSeverities(findings) };
}

function afterRevision(state: RunState, event: RevisionEvent): RunState {
  const revision = {
    round: event.round,
    origin: event.origin,
    files: event.files,
    changed: event.changed,
  };
  const revisions = [...state.revisions, revision];
  const next = { ...state, revisions, conflict: null };
  switch (event.origin) {
    case 'implementor':
      return updateRound(next, event.round, (round) => publishedRound(round, revisions.length - 1));
    case 'person':
      return afterPersonRevision(next, event, revisions.length - 1);
    case 'restore': {
      // Rulings 14: the history starts anew, and round k's Critics are "the one before".
      const target = findRound(state, event.restoredRound);
      return {
        ...next,
        restoring: null,
        advance: true,
        // A round whose Critics never came to an end has none; the ones its Implementor was given are the last that spoke.
        head: target === undefined ? null : target.complete ? target.number : target.givenBy,
        historyFrom: revisions.length - 1,
        cleanFrom: (state.rounds.at(-1)?.number ?? 0) + 1,
      };
    }
    default:
      return assertNever(event.origin, 'origin');
  }
}

function publishedRound(round: RoundState, revision: number): RoundState {
  return { ...round, revision, revised: true, staged: null };
}

/** The person kept their own text: a phase under way audits that text, from its first Critic on. */
function afterPersonRevision(state: RunState, event: RevisionEvent, revision: number): RunState {
  if (state.restoring !== null) return { ...state, restoring: null, advance: true };
  const last = state.rounds.at(-1);
  if (last === undefined || last.complete || last.number !== event.round) return state;
  return updateRound(state, event.round, (round) => ({
    ...publishedRound(round, revision),
    unfinished: round.staged ?? round.unfinished,
    revised: round.staged !== null,
    implementorStatus: round.staged !== null ? 'done' : round.implementorStatus,
    critics: round.critics.map((critic) => ({ ...critic, status: 'pending', tries: 0 })),
  }));
}

/** A process took the run up again: what only the dead or stopped process knew is forgotten, the rest stands. */
function afterResume(state: RunState, unfinished: readonly FileRef[] | null): RunState {
  const resumed: RunState = {
    ...state,
    resumes: state.resumes + 1,
    ended: null,
    // An answer that ends the run stands, also when the process died before it had written the end.
    closing: state.ended === null ? state.closing : null,
    interrupted: state.interrupted?.by === 'person' ? null : state.interrupted,
  };
  const last = resumed.rounds.at(-1);
  if (last === undefined || last.complete) return resumed;
  return updateRound(resumed, last.number, (round) => ({
    ...(unfinished === null ? round : withUnfinished(resumed, round, unfinished)),
    interruptedBy: round.interruptedBy === 'person' ? null : round.interruptedBy,
  }));
}

import type { DecisionPrompt, FindingRecord } from '../engine/build-verify/decisions';
import type { Choice } from '../engine/build-verify/events';
import { chosenModel } from '../engine/build-verify/queries';
import type { Revision, RoundState, RunState } from '../engine/build-verify/run-state';
import type { CriticVerdict } from '../engine/finding';
import { isResumable } from '../engine/runner';
import type { ModelOption } from './brief-form';
import { findingView } from './finding-view';
import { phaseOf } from './phase-view';
import { promptViewOf } from './prompt-view';
import type { CriticView, FindingView, ImplementorView, PanelView, RoundView } from './views';

/** What the projection reads beside the state: other folds of the same events, and what only the host knows. */
export interface PanelInput {
  readonly state: RunState;
  /** `promptFor(state)`, or a prompt that the runner has shown and no fold knows. */
  readonly prompt: DecisionPrompt | null;
  /** `(round) => findingsOf(state, round)`; called only for the rounds whose findings are sent. */
  readonly findingsOf: (round: number) => readonly FindingRecord[];
  /** `reportText(state)` of an ended run; null before. */
  readonly report: string | null;
  /** This window drives the run. */
  readonly live: boolean;
  /** Another process owns it; null: nobody else does. */
  readonly readOnly: { readonly owner: string | null } | null;
  /** Name of the recording that is replayed; null: live models. */
  readonly recorded: string | null;
  /** What the recording's person answered to `prompt`; absent or null: nothing is known of that. */
  readonly recordedAnswer?: Choice | null;
  /** Models that a retry may go on with; absent or empty: none. */
  readonly models?: readonly ModelOption[];
  /** Rounds the panel asked for, beside the two newest. */
  readonly openRounds: ReadonlySet<number>;
}

/** Rounds whose findings are sent unasked: the newest and the one before. */
const sentUnasked = 2;

/**
 * What the panel draws of a run: pure, deterministic, and cheap for a long run, because findings of old rounds are only counted until
 * they are asked for (field notes: a panel must not be handed the whole history at each event).
 */
export function projectRun(input: PanelInput): PanelView {
  const { state } = input;
  const last = state.rounds.at(-1);
  const phase = state.ended === null ? phaseOf(state, input.prompt) : null;
  const rounds = state.rounds.map((round, at) => {
    const send = at >= state.rounds.length - sentUnasked || input.openRounds.has(round.number);
    return roundViewOf(state, round, send ? input.findingsOf(round.number) : null);
  });
  // A decision that waits is answered as it stands: taking the run up again is part of the answer.
  const driven =
    input.live || input.readOnly !== null || state.ended !== null || input.prompt !== null;
  return {
    runId: state.runId,
    mode: state.options.mode,
    recorded: input.recorded,
    live: input.live && state.ended === null,
    readOnly: input.readOnly === null ? null : { owner: input.readOnly.owner },
    task: state.brief.brief.task,
    artifacts: [...state.brief.brief.artifacts],
    criteria: [...state.brief.brief.criteria],
    context: state.brief.brief.context,
    userDecisions: [...state.brief.decisions],
    lenses: state.critics.map((critic) => critic.lens),
    models: modelsNow(state),
    round: phase?.round ?? last?.number ?? 0,
    executed: state.rounds.filter((round) => round.number > 0 && round.complete).length,
    cap: state.cap,
    firstCap: state.firstCap,
    phase,
    interrupted:
      driven || phase === null
        ? null
        : { round: phase.round, phase: phase.kind, by: last?.interruptedBy ?? null },
    spent: { ...state.spent, estimated: isEstimated(state) },
    budget: { ...state.budget },
    startedAt: state.startedAt,
    lastAt: state.lastAt,
    resumes: state.resumes,
    rounds,
    prompt:
      input.prompt === null
        ? null
        : promptViewOf(state, input.prompt, input.recordedAnswer ?? null, input.models ?? []),
    decisions: state.decisions.map((decision) => ({
      round: decision.round,
      prompt: decision.prompt,
      choice: decision.choice.kind,
      words: wordsOf(decision.choice),
      at: decision.at,
    })),
    notices: state.notices.map((notice) => ({ ...notice })),
    ended:
      state.ended === null
        ? null
        : {
            ...state.ended,
            report: input.report ?? '',
            open: openIn(rounds.at(-1)),
            resumable: input.readOnly === null && isResumable(state),
            putBack: restoredOf(state),
          },
    changed: differs(state.revisions[0], state.revisions.at(-1)),
    restored: restoredOf(state),
  };
}

/** Which reply of a run is meant: the Implementor's when `lens` is null. `attempt` counts from 1. */
export interface ReplyRef {
  readonly round: number;
  readonly lens: string | null;
  readonly attempt: number;
}

/** The raw reply for `showReply`, verbatim, and what ended its call; null when there is none. */
export function replyOf(
  state: RunState,
  ref: ReplyRef,
): { readonly text: string; readonly outcome: string } | null {
  const round = state.rounds.find((one) => one.number === ref.round);
  const calls =
    ref.lens === null
      ? round?.implementor
      : round?.critics.find((critic) => critic.lens === ref.lens)?.calls;
  const call = calls?.[ref.attempt - 1];
  if (call === undefined) return null;
  const { outcome } = call;
  return {
    text: call.reply,
    outcome: outcome.kind === 'ok' || outcome.kind === 'cancelled' ? outcome.kind : outcome.why,
  };
}

function roundViewOf(
  state: RunState,
  round: RoundState,
  records: readonly FindingRecord[] | null,
): RoundView {
  const published = publishedIn(state, round);
  const findings =
    records?.map((record) =>
      findingView(record, state.brief.brief.criteria, published === null ? null : round.number),
    ) ?? null;
  return {
    number: round.number,
    implementor: implementorViewOf(round, published),
    critics: round.critics.map(criticViewOf),
    counts: { ...round.counts },
    complete: round.complete,
    drift: round.drift === null ? null : { ...round.drift },
    pairingUnknown: round.pairing?.kind === 'unknown',
    repeats: round.repeats === 'yes',
    interruptedBy: round.interruptedBy,
    restorable: differs(auditedIn(state, round), state.revisions.at(-1)),
    comparable: published?.changed === true,
    total: round.counts.high + round.counts.medium + round.counts.low,
    findings: findings === null ? null : sortBySeverity(findings),
  };
}

/** What "restore" of this round puts back: what its Critics audited, and for round 0 the start. */
function auditedIn(state: RunState, round: RoundState): Revision | undefined {
  const index = round.number === 0 ? 0 : round.revision;
  return index === null ? undefined : state.revisions[index];
}

/** The Implementor's revision of this round, if it published one. */
function publishedIn(state: RunState, round: RoundState): Revision | null {
  return (
    state.revisions.findLast(
      (revision) => revision.round === round.number && revision.origin === 'implementor',
    ) ?? null
  );
}

function implementorViewOf(round: RoundState, published: Revision | null): ImplementorView {
  const last = round.implementor.at(-1);
  const verdict = last?.verdict;
  const answers = { addressed: 0, disputed: 0, deferred: 0, unanswered: 0 };
  if (verdict?.kind === 'done') {
    for (const answer of verdict.answers) answers[answer.answer] += 1;
    answers.unanswered = verdict.unanswered.length;
  }
  return {
    status: round.implementorStatus,
    attempts: round.implementor.length,
    why: last === undefined ? null : whyOf(last.outcome, last.verdict),
    servedBy: last?.servedBy ?? null,
    revision: published === null ? null : published.changed ? 'changed' : 'no-change',
    givenBy: round.givenBy,
    answers,
    unknown:
      verdict?.kind === 'done' ? verdict.unknown.map(({ number, text }) => ({ number, text })) : [],
    unfinished: round.unfinished !== null,
  };
}

function criticViewOf(critic: RoundState['critics'][number]): CriticView {
  const last = critic.calls.at(-1);
  const counts = { high: 0, medium: 0, low: 0 };
  if (last?.verdict.kind === 'findings') {
    for (const finding of last.verdict.findings) counts[slots[finding.severity]] += 1;
  }
  return {
    lens: critic.lens,
    status: critic.status,
    counts,
    attempts: critic.calls.length,
    why: last === undefined ? null : whyOf(last.outcome, last.verdict),
    servedBy: last?.servedBy ?? null,
  };
}

const slots = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const;

/** What stands in the way of a usable reply, verbatim; null when nothing does. */
function whyOf(
  outcome: RoundState['implementor'][number]['outcome'],
  verdict: CriticVerdict | RoundState['implementor'][number]['verdict'],
): string | null {
  if (outcome.kind !== 'ok') return outcome.kind === 'cancelled' ? null : outcome.why;
  if (verdict.kind === 'blocked') return verdict.reason;
  return verdict.kind === 'invalid' ? verdict.why : null;
}

const ranks = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const;

/** HIGH first; inside a severity the order of lenses and replies stays. */
function sortBySeverity(findings: readonly FindingView[]): FindingView[] {
  return findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);
}

/** Findings of the last round that the person has not decided earlier. */
function openIn(round: RoundView | undefined): number {
  return round?.findings?.filter((finding) => !finding.settled).length ?? 0;
}

function differs(before: Revision | undefined, after: Revision | undefined): boolean {
  if (before === undefined || after === undefined || before === after) return false;
  const hashes = new Map(before.files.map((file) => [file.path, file.hash]));
  return after.files.some((file) => hashes.get(file.path) !== file.hash);
}

/**
 * An earlier text was put back, and the file is not what the run made of it; `round` is null when that text is no earlier revision of
 * this run. A restore that only brought the run's own last text back is nothing to tell or to undo.
 */
function restoredOf(state: RunState): PanelView['restored'] {
  const last = state.revisions.at(-1);
  const made = state.revisions.findLast((revision) => revision.origin !== 'restore');
  if (last?.origin !== 'restore' || !differs(made, last)) return null;
  // A restore bears the number of the round it came after, which is not the round of its text.
  const like = state.revisions.findLast(
    (revision) => revision.origin !== 'restore' && !differs(revision, last),
  );
  return { round: like?.round ?? null };
}

/** What each role runs on: as it started, or the model that the person chose since for all of them. */
function modelsNow(state: RunState): PanelView['models'] {
  const chosen = chosenModel(state);
  return Object.entries(state.models).map(([role, name]) => ({
    role,
    name: chosen === null ? name : `${name.split(': ')[0] ?? ''}: ${chosen}`,
  }));
}

function isEstimated(state: RunState): boolean {
  return state.rounds.some((round) =>
    [...round.implementor, ...round.critics.flatMap((critic) => critic.calls)].some(
      (call) => call.usage?.estimated === true,
    ),
  );
}

function wordsOf(choice: Choice): string {
  switch (choice.kind) {
    case 'retry':
      return choice.model ?? '';
    case 'supply':
      return choice.words;
    case 'settle':
      return choice.answers
        .map((answer) => answer.words)
        .filter((words) => words !== '')
        .join('\n');
    case 'revise':
      return [choice.task, ...choice.criteria].join('\n');
    default:
      return '';
  }
}

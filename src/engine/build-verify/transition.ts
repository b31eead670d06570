import type { ModelRequest } from '../ports';
import { criticPrompt, implementorPrompt, pairingJudgePrompt, repeatJudgePrompt } from '../prompt';
import type { DecisionPrompt, FindingRecord } from './decisions';
import { needsPairing } from './drift';
import type { Effect, Ending } from './effects';
import type { CallRole, FileRef } from './events';
import { exitTable, findExit, interruptedPrompt, promptOf, type ExitRow } from './exits';
import { criticsEnded, phaseIsBlocked, phaseIsIncomplete } from './phase';
import { blockFor, findingsOf, findRound, openFindings, restorableFiles } from './queries';
import type { RoundState, RunState } from './run-state';
import { newRound } from './state';

/**
 * The next effects of a run; empty when it has ended. Pure: the same state always names the same effects, which is what makes a
 * resume after a crash go on where the journal ends.
 */
export function transition(state: RunState): Effect[] {
  if (state.ended !== null) return [];
  if (state.closing !== null) return [{ type: 'finish', ending: closingEnding(state) }];
  // Stop ends the run wherever it stands: before its first snapshot, and at a question about a changed file too.
  if (state.interrupted?.by === 'person') return [{ type: 'finish', ending: stopped }];
  if (state.revisions.length === 0) return [{ type: 'snapshot' }];
  if (state.conflict !== null) return afterConflict(state, state.conflict);
  if (state.interrupted !== null) return afterInterruption(state, state.interrupted.by);
  if (state.restoring !== null) return restore(state, state.restoring);
  const round = state.rounds.at(-1);
  if (round === undefined) return phase(state, newRound(state, firstRound(state)));
  if (state.advance) return nextRound(state, round);
  if (!round.complete) return phase(state, round);
  return afterCritics(state, round);
}

/** The baseline audit runs on an existing, non-empty artifact (build-verify.md "Words"); an audit is nothing else. */
function firstRound(state: RunState): number {
  const exists = state.revisions[0]?.files.some((file) => file.size > 0) ?? false;
  return state.options.mode === 'audit' || (state.options.baseline && exists) ? 0 : 1;
}

/**
 * The round after a decision that goes on, which has raised the cap where that stood in the way (rulings 8). A text restored while
 * nobody ran the loop has not: nothing runs past the cap silently.
 */
function nextRound(state: RunState, round: RoundState): Effect[] {
  const cap = exitTable.find((row) => row.kind === 'cap');
  return round.number >= state.cap && cap !== undefined
    ? ask(state, round, cap)
    : phase(state, newRound(state, round.number + 1));
}

function phase(state: RunState, round: RoundState): Effect[] {
  if (round.implementorStatus === 'pending') return [implementorCall(state, round)];
  if (phaseIsBlocked(round) || phaseIsIncomplete(round)) return exit(state, round);
  if (round.implementorStatus === 'done' && round.staged !== null) {
    return [publish(state, round, round.staged, lastFiles(state), null)];
  }
  if (!criticsEnded(round)) return criticCalls(state, round);
  return [{ type: 'check-evidence', round: round.number }];
}

function lastFiles(state: RunState): readonly FileRef[] {
  return state.revisions.at(-1)?.files ?? [];
}

function publish(
  state: RunState,
  round: RoundState,
  target: readonly FileRef[],
  expected: readonly FileRef[] | null,
  replaced: readonly FileRef[] | null,
): Effect {
  const restored = state.restoring;
  return {
    type: 'publish',
    round: round.number,
    origin: restored === null ? 'implementor' : 'restore',
    restoredRound: restored,
    target,
    expected,
    replaced,
  };
}

function restore(state: RunState, number: number): Effect[] {
  const files = restorableFiles(state, number) ?? lastFiles(state);
  return [publish(state, currentRound(state), files, lastFiles(state), null)];
}

function currentRound(state: RunState): RoundState {
  return state.rounds.at(-1) ?? newRound(state, firstRound(state));
}

function implementorCall(state: RunState, round: RoundState): Effect {
  const { text, brief } = state.brief;
  const block = blockFor(state, round);
  return {
    type: 'call',
    access: 'edit',
    files: lastFiles(state),
    request: request(state, round, 'implementor', null, {
      attempt: round.implementor.length + 1,
      system: state.implementor.system,
      prompt: implementorPrompt(text, brief.artifacts, block?.text ?? null),
    }),
  };
}

function criticCalls(state: RunState, round: RoundState): Effect[] {
  const { text, brief } = state.brief;
  // First all first tries, then the second ones: a resume in the middle gives the order an unkilled run has.
  const pending = round.critics.filter((critic) => critic.status === 'pending');
  const fewest = Math.min(...pending.map((critic) => critic.tries));
  return round.critics.flatMap((critic, index) => {
    const role = state.critics[index];
    if (critic.status !== 'pending' || critic.tries !== fewest || role === undefined) return [];
    return [
      {
        type: 'call' as const,
        access: 'read' as const,
        files: lastFiles(state),
        request: request(state, round, 'critic', critic.lens, {
          attempt: critic.calls.length + 1,
          system: role.system,
          prompt: criticPrompt(text, brief.artifacts),
        }),
      },
    ];
  });
}

function request(
  state: RunState,
  round: RoundState,
  role: CallRole,
  lens: string | null,
  rest: Pick<ModelRequest, 'attempt' | 'system' | 'prompt'>,
): ModelRequest {
  return { role, round: round.number, lens, briefHash: state.brief.hash, ...rest };
}

function afterCritics(state: RunState, round: RoundState): Effect[] {
  if (needsPairing(state, round) && round.pairing === null) {
    const before = findRound(state, round.givenBy);
    return [
      judgeCall(state, round, 'judge-pairing', {
        system: state.roles.pairingJudge,
        prompt: pairingJudgePrompt(
          judged('B', before === undefined ? [] : findingsOf(state, before.number)),
          judged('N', findingsOf(state, round.number)),
        ),
      }),
    ];
  }
  if (state.options.mode === 'audit') {
    const ending = { outcome: 'audited', row: null, why: '' } as const;
    return [{ type: 'finish', ending }];
  }
  return exit(state, round);
}

function judgeCall(
  state: RunState,
  round: RoundState,
  role: 'judge-repeat' | 'judge-pairing',
  texts: Pick<ModelRequest, 'system' | 'prompt'>,
): Effect {
  return {
    type: 'call',
    access: 'none',
    files: [],
    request: request(state, round, role, null, { attempt: 1, ...texts }),
  };
}

function judged(
  prefix: string,
  list: readonly FindingRecord[],
): Parameters<typeof repeatJudgePrompt>[0] {
  return list.map(({ lens, severity, acReference, issue, evidence }, index) => ({
    id: `${prefix}${index + 1}`,
    lens,
    severity,
    acReference,
    issue,
    evidence,
  }));
}

function exit(state: RunState, round: RoundState): Effect[] {
  const row = findExit(state, round);
  if (row === null) return phase(state, newRound(state, round.number + 1));
  if (row === 'ask-judge') {
    const before = round.givenBy === null ? [] : openFindings(state, round.givenBy);
    return [
      judgeCall(state, round, 'judge-repeat', {
        system: state.roles.repeatJudge,
        prompt: repeatJudgePrompt(
          judged('B', before),
          judged('N', openFindings(state, round.number)),
        ),
      }),
    ];
  }
  return ask(state, round, row);
}

function ask(state: RunState, round: RoundState, row: ExitRow): Effect[] {
  const prompt = promptOf(state, round, row);
  const ending = endingOf(state, round, row);
  return prompt === null
    ? [{ type: 'finish', ending }]
    : [{ type: 'ask', prompt, unanswered: ending }];
}

function endingOf(state: RunState, round: RoundState, row: ExitRow): Ending {
  return { outcome: row.outcome(state, round), row: row.row, why: '' };
}

/** Rulings 10: "accept as is" and "stop" keep the row's own outcome. */
function closingEnding(state: RunState): Ending {
  const round = state.rounds.at(-1);
  const row = exitTable.find((one) => one.kind === state.closing);
  if (round === undefined || row === undefined) return stopped;
  return endingOf(state, round, row);
}

const stopped: Ending = { outcome: 'escalated: stopped', row: 9, why: '' };

/** A budget ended the phase in the middle: row 9, whatever the round would have come to (rulings 3). */
function afterInterruption(state: RunState, why: string): Effect[] {
  const ending: Ending = { outcome: 'escalated: budget', row: 9, why };
  return [
    { type: 'ask', prompt: interruptedPrompt(state, currentRound(state)), unanswered: ending },
  ];
}

function afterConflict(state: RunState, conflict: NonNullable<RunState['conflict']>): Effect[] {
  const round = currentRound(state);
  const target =
    state.restoring === null
      ? (round.staged ?? lastFiles(state))
      : (restorableFiles(state, state.restoring) ?? lastFiles(state));
  switch (conflict.answer) {
    case 'keep-mine':
      return [{ type: 'adopt', round: round.number, files: conflict.found }];
    case 'take-run':
      return [publish(state, round, target, null, conflict.found)];
    case null:
      return [
        { type: 'ask', prompt: conflictPrompt(state, round, conflict.found), unanswered: stopped },
      ];
  }
}

function conflictPrompt(
  state: RunState,
  round: RoundState,
  found: readonly FileRef[],
): DecisionPrompt {
  const offers = (['keep-mine', 'take-run', 'stop'] as const).map((kind) => ({
    kind,
    raisesCap: false,
    needsBudget: false,
  }));
  return {
    kind: 'conflict',
    row: null,
    round: round.number,
    offers,
    findings: [],
    reasons: [],
    before: [],
    restorable: [],
    found,
    spent: null,
    cap: state.cap,
  };
}

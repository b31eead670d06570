import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Effect } from '../engine/build-verify/effects';
import type { RunState } from '../engine/build-verify/run-state';
import { transition } from '../engine/build-verify/transition';
import type { PhaseView } from './views';

/**
 * Where a run that has not ended stands: what is asked, or which model's verdict is missing. Read off what comes next, because a round
 * is in the state only from its first event on.
 */
export function phaseOf(state: RunState, prompt: DecisionPrompt | null): PhaseView {
  if (prompt !== null) return { kind: 'waiting', round: prompt.round, lenses: [] };
  const effects = transition(state);
  const [next] = effects;
  switch (next?.type) {
    case 'call':
      return callPhase(next, effects);
    case 'ask':
      return { kind: 'waiting', round: next.prompt.round, lenses: [] };
    case 'publish':
    case 'adopt':
    case 'check-evidence':
      return { kind: 'between', round: next.round, lenses: [] };
    default:
      return {
        kind: 'between',
        round: state.rounds.at(-1)?.number ?? firstRound(state),
        lenses: [],
      };
  }
}

type Call = Extract<Effect, { type: 'call' }>;

function callPhase(next: Call, effects: readonly Effect[]): PhaseView {
  const { role, round } = next.request;
  if (role === 'implementor') return { kind: 'implementor', round, lenses: [] };
  const lenses = effects.flatMap((effect) =>
    effect.type === 'call' && effect.request.lens !== null ? [effect.request.lens] : [],
  );
  return role === 'critic'
    ? { kind: 'critics', round, lenses }
    : { kind: 'between', round, lenses: [] };
}

/** Before anything is known of the file. */
function firstRound(state: RunState): number {
  return state.options.mode === 'audit' || state.options.baseline ? 0 : 1;
}

import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { RunState } from '../engine/build-verify/run-state';
import type { PhaseView } from './views';

/** Where a run that has not ended stands: what is asked, or which model's verdict is missing. */
export function phaseOf(state: RunState, prompt: DecisionPrompt | null): PhaseView {
  if (prompt !== null) return { kind: 'waiting', round: prompt.round, lenses: [] };
  const round = state.rounds.at(-1);
  if (round === undefined) return { kind: 'between', round: 0, lenses: [] };
  if (round.implementorStatus === 'pending') {
    return { kind: 'implementor', round: round.number, lenses: [] };
  }
  const missing = round.critics
    .filter((critic) => critic.status === 'pending')
    .map((critic) => critic.lens);
  return { kind: missing.length > 0 ? 'critics' : 'between', round: round.number, lenses: missing };
}

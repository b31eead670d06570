import type { DecisionPrompt } from './decisions';
import type { RunState } from './run-state';
import { transition } from './transition';

/** The decision that waits for the person in this state, if one does: the same prompt after a reload as before it. */
export function promptFor(state: RunState): DecisionPrompt | null {
  const open = state.ended === null ? state : { ...state, ended: null, closing: null };
  const [next] = transition(open);
  return next?.type === 'ask' ? next.prompt : null;
}

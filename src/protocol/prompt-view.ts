import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Choice } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import { findingView } from './finding-view';
import type { ModelOption } from './brief-form';
import type { PromptView } from './views';

/**
 * Name of a waiting prompt: the same after a reload, another one for the next prompt, also when the next is of the same kind in the same
 * round (every decision before it is counted).
 */
export function promptId(state: RunState, prompt: DecisionPrompt): string {
  return `${prompt.kind}/r${prompt.round}/${state.decisions.length}`;
}

/**
 * The decision that waits, with its facts verbatim. Nothing in it says what to choose.
 * @param models those that a retry may go on with; empty where a run cannot change its model
 */
export function promptViewOf(
  state: RunState,
  prompt: DecisionPrompt,
  recordedAnswer: Choice | null,
  models: readonly ModelOption[],
): PromptView {
  const { criteria } = state.brief.brief;
  const revised = new Set(
    state.revisions
      .filter((revision) => revision.origin === 'implementor')
      .map((revision) => revision.round),
  );
  const view = (record: DecisionPrompt['findings'][number]) =>
    findingView(record, criteria, revised.has(record.round) ? record.round : null);
  return {
    id: promptId(state, prompt),
    kind: prompt.kind,
    row: prompt.row,
    round: prompt.round,
    offers: prompt.offers.map((offer) => ({ ...offer })),
    findings: prompt.findings.map(view),
    before: prompt.before.map(view),
    reasons: prompt.reasons.map((reason) => ({ ...reason })),
    restorable: [...prompt.restorable],
    found: prompt.found.map((file) => ({ path: file.path, absent: file.hash === null })),
    spent: prompt.spent,
    cap: prompt.cap,
    models: prompt.offers.some((offer) => offer.kind === 'retry')
      ? models.map((model) => ({ ...model }))
      : [],
    recordedAnswer,
  };
}

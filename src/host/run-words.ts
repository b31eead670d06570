import { phaseOf } from '../protocol/phase-view';
import type { Translate } from '../util/translate';
import type { LiveRun } from './live-run';

/** What a run does now, in a few words, for the status bar and the progress notification. */
export function phaseWords(
  run: Pick<LiveRun, 'state' | 'waiting' | 'stopping' | 'calls'>,
  t: Translate,
): string {
  if (run.stopping) return t('stopping');
  const { state } = run;
  if (state === null) return t('starting');
  const phase = phaseOf(state, run.waiting?.prompt ?? null);
  if (phase.kind === 'waiting') return t('waits for your decision');
  // A call that runs knows the round before the state does.
  const call = run.calls[0];
  const round = call?.round ?? phase.round;
  const kind = call === undefined ? phase.kind : call.role === 'critic' ? 'critics' : call.role;
  const where =
    round === 0
      ? state.options.mode === 'audit'
        ? t('audit')
        : t('baseline audit')
      : t('round {round}/{cap}', { round, cap: state.cap });
  switch (kind) {
    case 'implementor':
      return t('{where}: Implementor', { where });
    case 'critics':
      return t('{where}: Critics', { where });
    default:
      return t('{where}: comparing', { where });
  }
}

/** The file a call reads or edits now, if any. */
export function fileAtHand(run: Pick<LiveRun, 'calls'>): string | null {
  return run.calls.findLast((call) => (call.tool?.path ?? null) !== null)?.tool?.path ?? null;
}

import { english, type Translate } from '../../util/translate';
import type { SeverityCounts } from '../finding';
import type { Outcome } from './events';
import type { RoundState, RunState } from './run-state';

/** An outcome in words for a person. Only the two successes read as one (rulings 29). */
export function outcomeWords(outcome: Outcome, t: Translate = english): string {
  switch (outcome) {
    case 'success':
      return t('success');
    case 'success-with-residual':
      return t('success-with-residual');
    case 'blocked':
      return t('blocked');
    case 'escalated: disagreement':
      return t('escalated — disagreement');
    case 'escalated: churn':
      return t('escalated — stalled with churn');
    case 'escalated: stalled':
      return t('escalated — stalled');
    case 'escalated: cap':
      return t('escalated — cap reached');
    case 'escalated: budget':
      return t('escalated — budget');
    case 'escalated: stopped':
      return t('escalated — stopped');
    case 'escalated: invalid report':
      return t('escalated — invalid report');
    case 'escalated: model failure':
      return t('escalated — model failure');
    case 'escalated: decisions needed':
      return t('escalated — decisions needed');
    case 'audited':
      return t('audited');
  }
}

/** The numbered rounds whose Critic phase ended: "Rounds executed" (rulings 9). */
export function roundsExecuted(state: RunState): number {
  return state.rounds.filter((round) => round.number > 0 && round.complete).length;
}

/** The round that is named beside the number of rounds executed, when the last one did not end. */
export function roundBeside(
  state: RunState,
): { readonly number: number; readonly what: 'blocked' | 'incomplete' | 'interrupted' } | null {
  const round = state.rounds.at(-1);
  return round === undefined || round.complete
    ? null
    : { number: round.number, what: unfinishedAs(round) };
}

/** Why a round whose Critic phase did not end did not. */
export function unfinishedAs(round: RoundState): 'blocked' | 'incomplete' | 'interrupted' {
  const statuses = [round.implementorStatus, ...round.critics.map((critic) => critic.status)];
  if (round.interruptedBy !== null) return 'interrupted';
  if (statuses.includes('blocked')) return 'blocked';
  return statuses.includes('incomplete') ? 'incomplete' : 'interrupted';
}

/** `N / cap`, a raised cap named: `7 / 8 (raised from 5)` (rulings 9). */
export function roundsLine(state: RunState): string {
  const raised = state.cap === state.firstCap ? '' : ` (raised from ${state.firstCap})`;
  return `${roundsExecuted(state)} / ${state.cap}${raised}`;
}

/** `R3: 4 HIGH (drift from R2 fixes)`; null when the round has no drift (build-verify.md "Exits"). */
export function driftTag(round: RoundState): string | null {
  if (round.drift === null) return null;
  return `R${round.number}: ${round.drift.high} HIGH (drift from R${round.drift.from} fixes)`;
}

/** `H:1 M:0 L:2` */
export function countsText(counts: SeverityCounts): string {
  return `H:${counts.high} M:${counts.medium} L:${counts.low}`;
}

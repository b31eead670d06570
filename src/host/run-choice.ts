import * as vscode from 'vscode';
import type { RunState } from '../engine/build-verify/run-state';
import { driftTag, outcomeWords } from '../engine/build-verify/wording';
import { Refusal } from './refusal';
import type { ShelvedRun } from './run-shelf';
import type { TextSide } from '../protocol/from-panel';
import { t } from './translate';

/**
 * Lets the person choose a run.
 * @returns null when the list was closed
 * @throws Refusal when there is none
 */
export async function chooseRun(
  runs: readonly ShelvedRun[],
  title: string,
): Promise<ShelvedRun | null> {
  if (runs.length === 0) {
    throw new Refusal('no-runs', t('There is no such run in this workspace.'));
  }
  const chosen = await vscode.window.showQuickPick(
    runs.map((run) => ({
      label: run.task,
      description: run.artifacts.join(', '),
      detail: `${new Date(run.startedAt).toLocaleString(vscode.env.language)}: ${
        run.outcome === null ? t('not ended') : outcomeWords(run.outcome, t)
      }`,
      run,
    })),
    { title, matchOnDescription: true },
  );
  return chosen?.run ?? null;
}

/** Lets the person choose one of the texts of a run; null when the list was closed. */
export async function chooseSide(
  state: RunState,
  title: string,
  sides: readonly TextSide[],
): Promise<TextSide | null> {
  const chosen = await vscode.window.showQuickPick(
    sides.map((side) => ({
      label: sideLabel(side),
      description: side.kind === 'round' ? tagOf(state, side.round) : '',
      side,
    })),
    { title },
  );
  return chosen?.side ?? null;
}

function sideLabel(side: TextSide): string {
  switch (side.kind) {
    case 'disk':
      return t('File as it is now');
    case 'latest':
      return t('Last revision');
    case 'start':
      return t('Start');
    case 'before':
      return t('Before round {round}', { round: side.round });
    case 'unfinished':
      return t('Unfinished work of round {round}', { round: side.round });
    case 'round':
      return t('Round {round}', { round: side.round });
  }
}

function tagOf(state: RunState, round: number): string {
  const known = state.rounds.find((one) => one.number === round);
  const counts = known?.counts;
  const found =
    counts === undefined
      ? ''
      : t('{high} HIGH, {medium} MEDIUM, {low} LOW', {
          high: counts.high,
          medium: counts.medium,
          low: counts.low,
        });
  return [found, known === undefined ? '' : (driftTag(known) ?? '')]
    .filter((part) => part !== '')
    .join('; ');
}

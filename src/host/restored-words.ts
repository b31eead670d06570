import type { FileRef } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import type { RestoreTarget } from '../node/session';
import type { Translate } from '../util/translate';

/** Says which text the files have now, by comparing it with the texts of the run and not by what was asked for. */
export function restoredWords(
  state: RunState,
  files: readonly FileRef[],
  target: RestoreTarget,
  t: Translate,
): string {
  const names = files.map((file) => file.path).join(', ');
  const now = backTo(state, files, names, t);
  return target === 'undo' ? t('The restore was undone. {now}', { now }) : now;
}

function backTo(state: RunState, files: readonly FileRef[], names: string, t: Translate): string {
  const start = state.revisions[0]?.files;
  if (start !== undefined && isSame(start, files)) {
    return t('{files} is back to what it was before the run.', { files: names });
  }
  // A restore bears the number of the round it came after, which is not the round of its text.
  const round = state.revisions.findLast(
    (revision) => revision.origin !== 'restore' && isSame(revision.files, files),
  )?.round;
  if (round !== undefined) {
    return t('{files} is back to round {round}.', { files: names, round });
  }
  const unfinished = state.rounds.findLast(
    (one) => one.unfinished !== null && isSame(one.unfinished, files),
  )?.number;
  return unfinished === undefined
    ? t('{files} is again the text that was there before, which is of no round.', { files: names })
    : t('{files} is now the unfinished work of round {round}.', {
        files: names,
        round: unfinished,
      });
}

function isSame(one: readonly FileRef[], other: readonly FileRef[]): boolean {
  return other.every(
    ({ path, hash }) => (one.find((file) => file.path === path)?.hash ?? null) === hash,
  );
}

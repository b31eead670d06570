import type { RestoreTarget } from '../../node/session';
import type { TextSide } from '../../protocol/from-panel';
import { commandIds } from '../contributions';
import type { LoadDesk } from '../load-desk';
import { t } from '../translate';
import type { CommandHandlers } from './command-table';

/** Revisions of a run: compare two, put one back, undo that. */
export function revisionCommands(
  desk: LoadDesk,
): CommandHandlers<'compareRevisions' | 'restoreRevision' | 'undoRestore'> {
  return {
    [commandIds.compareRevisions]: async () => {
      const { picker, views, revisions } = await desk();
      const ref = await picker.pick(t('Run whose revisions to compare'));
      if (ref === null) return;
      const run = await views.known(ref);
      const { chooseSide } = await import('../run-choice');
      const { comparableSides } = await import('../text-side');
      const from = await chooseSide(run.state, t('Compare from'), comparableSides(run.state));
      if (from === null) return;
      const others = comparableSides(run.state, from);
      const to = await chooseSide(run.state, t('Compare with'), others);
      if (to !== null) await revisions.compare(run, from, to);
    },
    [commandIds.restoreRevision]: async () => {
      const { picker, views, runs } = await desk();
      const ref = await picker.pick(t('Run to restore from'), (run) => run.owner === null);
      if (ref === null) return;
      const { state } = await views.known(ref);
      const { chooseSide } = await import('../run-choice');
      const { restorableSides } = await import('../text-side');
      const side = await chooseSide(state, t('Text to put back'), restorableSides(state));
      if (side === null) return;
      await runs.restore(ref, targetOf(side));
    },
    [commandIds.undoRestore]: async () => {
      const { picker, runs } = await desk();
      const ref = await picker.pick(t('Run whose restore to undo'), (run) => run.owner === null);
      if (ref !== null) await runs.restore(ref, 'undo');
    },
  };
}

function targetOf(side: TextSide): RestoreTarget {
  if (side.kind === 'unfinished') return { unfinished: side.round };
  return side.kind === 'round' ? { round: side.round } : 'start';
}

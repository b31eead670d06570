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
      const from = await chooseSide(run.state, t('Compare from'), []);
      if (from === null) return;
      const also = [{ kind: 'latest' }, { kind: 'disk' }] as const;
      const to = await chooseSide(run.state, t('Compare with'), also);
      if (to !== null) await revisions.compare(run, from, to);
    },
    [commandIds.restoreRevision]: async () => {
      const { picker, views, runs } = await desk();
      const ref = await picker.pick(t('Run to restore from'), (run) => run.owner === null);
      if (ref === null) return;
      const { state } = await views.known(ref);
      const { chooseSide } = await import('../run-choice');
      const side = await chooseSide(state, t('Text to put back'), []);
      if (side === null) return;
      await runs.restore(ref, side.kind === 'round' ? { round: side.round } : 'start');
    },
    [commandIds.undoRestore]: async () => {
      const { picker, runs } = await desk();
      const ref = await picker.pick(t('Run whose restore to undo'), (run) => run.owner === null);
      if (ref !== null) await runs.restore(ref, 'undo');
    },
  };
}

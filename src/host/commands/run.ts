import * as vscode from 'vscode';
import { commandIds } from '../contributions';
import type { LoadDesk } from '../load-desk';
import { t } from '../translate';
import type { CommandHandlers } from './command-table';

/** A run as a whole: stop it, take it up again, undo it. */
export function runCommands(
  desk: LoadDesk,
): CommandHandlers<'stop' | 'resume' | 'undoRun' | 'runExample' | 'showPanel'> {
  return {
    [commandIds.stop]: async () => {
      const { runs, picker } = await desk();
      for (const run of picker.living()) runs.stop(run.runId);
    },
    [commandIds.resume]: async () => {
      const { runs, picker, panel } = await desk();
      const { canResume } = await import('../run-shelf');
      const ref = await picker.pick(t('Run to resume'), canResume);
      if (ref === null) return;
      const run = await runs.resume(ref, null);
      if (run !== null) await panel.showRun(ref, false);
    },
    [commandIds.undoRun]: async () => {
      const { runs, picker } = await desk();
      const ref = await picker.pick(t('Run to undo'), (run) => run.owner === null);
      if (ref !== null) await runs.undoRun(ref);
    },
    [commandIds.runExample]: async (id: unknown) => {
      await (await desk()).runExample(typeof id === 'string' ? id : null);
    },
    [commandIds.showPanel]: async () => {
      await vscode.commands.executeCommand('bvl.review.focus');
    },
  };
}

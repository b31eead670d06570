import { commandIds } from '../contributions';
import type { LoadDesk } from '../load-desk';
import { t } from '../translate';
import type { CommandHandlers } from './command-table';

/** What a run leaves to read: its report and its prompts. */
export function reportCommands(desk: LoadDesk): CommandHandlers<'openReport' | 'showPrompts'> {
  return {
    [commandIds.openReport]: async () => {
      const { picker, views, reports } = await desk();
      const ref = await picker.pick(t('Run whose report to open'));
      if (ref !== null) await reports.openReport(await views.known(ref));
    },
    [commandIds.showPrompts]: async () => {
      const { picker, views, reports } = await desk();
      const ref = await picker.pick(t('Run whose prompts to show'));
      if (ref !== null) await reports.openPrompts(await views.known(ref));
    },
  };
}

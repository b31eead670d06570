import * as vscode from 'vscode';
import { commandIds } from '../contributions';
import { activeFile, placeFiles } from '../folders';
import type { LoadDesk } from '../load-desk';
import { Refusal } from '../refusal';
import { t } from '../translate';
import type { CommandHandlers } from './command-table';

/** Starting a run or an audit: the brief form for a file, or for several. */
export function verifyCommands(
  desk: LoadDesk,
): CommandHandlers<'verify' | 'verifyResource' | 'audit'> {
  const open =
    (mode: 'loop' | 'audit') =>
    async (...args: unknown[]): Promise<void> => {
      const files = await placeFiles(chosenFiles(args));
      await (await desk()).panel.openForm(mode, files);
    };
  return {
    [commandIds.verify]: open('loop'),
    [commandIds.verifyResource]: open('loop'),
    [commandIds.audit]: open('audit'),
  };
}

/**
 * The files a command was called for: those marked in the explorer, the one under the mouse, else the active one.
 * @throws Refusal when there is none
 */
function chosenFiles(args: readonly unknown[]): vscode.Uri[] {
  const [clicked, marked] = args;
  if (
    Array.isArray(marked) &&
    marked.length > 0 &&
    marked.every((one) => one instanceof vscode.Uri)
  ) {
    return marked;
  }
  if (clicked instanceof vscode.Uri) return [clicked];
  const active = vscode.window.activeTextEditor?.document.uri ?? activeFile();
  if (active !== null) return [active];
  throw new Refusal('no-file', t('Open the file to verify, or right-click it in the explorer.'));
}

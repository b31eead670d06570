import os from 'node:os';
import * as vscode from 'vscode';
import { redact } from '../util/redact';
import { Refusal, type NextStep } from './refusal';
import { isMissingPart, offerReload } from './stale-build';
import { t } from './translate';

/**
 * Tells the person that something failed and what to do next; the stack stays in the log. A refusal is a message, not an error. Nobody has
 * to wait for it: a notification is answered when the person likes, or never.
 * @param doing what was being done, for the log
 */
export async function showFailure(
  log: vscode.LogOutputChannel,
  doing: string,
  error: unknown,
): Promise<void> {
  if (error instanceof vscode.CancellationError) return;
  if (error instanceof Refusal) {
    log.info(`${doing}: refused (${error.reason})`);
    await offer(vscode.window.showWarningMessage, error.message, error.next);
    return;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`${doing}: ${redact(stack, os.homedir())}`);
  if (isMissingPart(error)) {
    await offerReload();
    return;
  }
  // Loaded with the first failure: the words need the rooms below, which activation does not load.
  const { describeFailure } = await import('./failure-words');
  const known = describeFailure(error, t);
  if (known !== null) {
    await offer(vscode.window.showErrorMessage, known, null);
    return;
  }
  const showLog = t('Show Log');
  const chosen = await vscode.window.showErrorMessage(
    t('BVL could not do that. The log says what happened; what the run had done is kept.'),
    showLog,
  );
  if (chosen === showLog) log.show();
}

async function offer(
  show: (message: string, ...items: string[]) => Thenable<string | undefined>,
  message: string,
  next: NextStep | null,
): Promise<void> {
  if (next === null) {
    void show(message);
    return;
  }
  const chosen = await show(message, next.label);
  if (chosen === next.label) {
    await vscode.commands.executeCommand(next.command, ...(next.args ?? []));
  }
}

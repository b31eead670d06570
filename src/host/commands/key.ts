import * as vscode from 'vscode';
import { commandIds } from '../contributions';
import type { KeyStore } from '../key-store';
import { t } from '../translate';
import type { CommandHandlers } from './command-table';

/** The API key: set it, clear it. It is never shown and never logged. */
export function keyCommands(
  keys: KeyStore,
  log: vscode.LogOutputChannel,
): CommandHandlers<'setKey' | 'clearKey'> {
  return {
    [commandIds.setKey]: async () => {
      const typed = await vscode.window.showInputBox({
        title: t('Anthropic API key'),
        prompt: t('It is kept in the secret storage of this editor and sent to the API only.'),
        password: true,
        ignoreFocusOut: true,
        validateInput: (value) => keyProblem(value),
      });
      if (typed === undefined) return;
      await keys.store(typed.trim());
      log.info('API key: set');
      void vscode.window.showInformationMessage(t('The API key is set.'));
    },
    [commandIds.clearKey]: async () => {
      await keys.clear();
      log.info('API key: cleared');
      void vscode.window.showInformationMessage(t('The API key is cleared.'));
    },
  };
}

/** What cannot be a key: nothing, or a text that no header can carry. Whether it is a good one only the service knows. */
function keyProblem(value: string): string | null {
  const key = value.trim();
  if (key === '') return t('Paste the key, or press Escape to leave it as it is.');
  return /^[\x21-\x7e]+$/.test(key) ? null : t('A key holds no spaces and no special characters.');
}

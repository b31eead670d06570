import * as vscode from 'vscode';
import { Composition } from './host/compose';
import { t } from './host/translate';

/** Called by the editor once. A failure here is told to the person and does not take the editor's other extensions along. */
export function activate(context: vscode.ExtensionContext): void {
  try {
    context.subscriptions.push(new Composition(context));
  } catch (error) {
    console.error(error);
    void vscode.window.showErrorMessage(
      t('BVL could not start. Reload the window; if that does not help, reinstall the extension.'),
    );
    throw error;
  }
}

import * as vscode from 'vscode';
import type { Model } from '../engine/ports';
import { t } from './translate';

/** A part of the extension that is loaded when first needed is not there any more: an update or a build took its place. */
export function isMissingPart(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

export function missingPartWords(): string {
  return t('The extension was updated or built anew while it was running. Reload the window.');
}

/** Says it, with the way out as a button. */
export async function offerReload(): Promise<void> {
  const reload = t('Reload Window');
  const chosen = await vscode.window.showErrorMessage(missingPartWords(), reload);
  if (chosen === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}

/** The model, whose call says what is the matter when its own code cannot be loaded: that is no reply of any model. */
export function tellingMissingParts(model: Model, tell: () => Promise<void>): Model {
  return {
    ...model,
    run: async (request, tools, signal, progress) => {
      try {
        return await model.run(request, tools, signal, progress);
      } catch (error) {
        if (!isMissingPart(error)) throw error;
        void tell();
        throw new Error(missingPartWords(), { cause: error });
      }
    },
  };
}

import * as vscode from 'vscode';
import { t } from './translate';
import { UnsavedDocuments } from './unsaved-documents';

/**
 * Asks before anything reads or replaces files that have unsaved changes (rulings 29). This is the one modal question: what was typed is
 * at stake and the run cannot begin without an answer.
 * @returns false when the person does not want to save, or saving failed: then nothing may go on
 */
export async function saveFirst(root: vscode.Uri, paths: readonly string[]): Promise<boolean> {
  const documents = new UnsavedDocuments(root);
  const dirty = documents.unsaved(paths);
  if (dirty.length === 0) return true;
  const save = t('Save and Go On');
  const chosen = await vscode.window.showWarningMessage(
    t('{files} has unsaved changes.', { files: dirty.join(', ') }),
    {
      modal: true,
      detail: t(
        'BVL works on the file as it is on disk. Save it first, so that nothing you typed is left out or lost.',
      ),
    },
    save,
  );
  if (chosen !== save) return false;
  for (const path of dirty) {
    if (await documents.save(path)) continue;
    void vscode.window.showWarningMessage(
      t('{file} could not be saved, so nothing was started.', { file: path }),
    );
    return false;
  }
  return true;
}

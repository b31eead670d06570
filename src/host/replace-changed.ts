import * as vscode from 'vscode';
import type { RunState } from '../engine/build-verify/run-state';
import { NodeWorkspace } from '../node/node-workspace';
import type { RunRef } from './run-ref';
import type { RunShelf } from './run-shelf';
import { t } from './translate';

/**
 * Asks before a text of a run goes over a file that somebody has changed since the run last saw it. Nothing would be lost, but nobody
 * expects it either.
 * @returns false when the person does not want that
 */
export async function mayReplace(shelf: RunShelf, ref: RunRef, state: RunState): Promise<boolean> {
  const seen = state.revisions.at(-1)?.files ?? [];
  const store = shelf.store(ref.root);
  const workspace = new NodeWorkspace(store.root, store.folderOf(ref.runId));
  const found = await workspace.snapshotAnything(seen.map((file) => file.path));
  const changed = found.filter((file, index) => file.hash !== seen[index]?.hash);
  if (changed.length === 0) return true;
  const replace = t('Replace');
  const chosen = await vscode.window.showWarningMessage(
    t('{files} was changed after the run.', {
      files: changed.map((file) => file.path).join(', '),
    }),
    {
      modal: true,
      detail: t(
        'Putting a text of the run back replaces what is there now. That is kept, and "Undo Last Restore" brings it back.',
      ),
    },
    replace,
  );
  return chosen === replace;
}

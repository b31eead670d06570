import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import { revisionScheme } from './contributions';

/** One file of a comparison; the sides are documents or files. */
export interface DiffPair {
  readonly resource: vscode.Uri;
  readonly from: vscode.Uri;
  readonly to: vscode.Uri;
}

/** Milliseconds without typing after which an unasked comparison of several files may take the place of an editor for a moment. */
const typingPause = 2000;

/**
 * The one tab that shows a comparison (field-notes.md row 25). One file: the diff editor, several: the multi-diff editor. Showing the next
 * one closes the last one; closing the tab is nothing.
 */
export class DiffTab extends Disposable {
  #label: string | null = null;
  #queue: Promise<void> = Promise.resolve();
  #typedAt = 0;

  constructor() {
    super();
    this.own(
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === vscode.window.activeTextEditor?.document) this.#typedAt = Date.now();
      }),
    );
  }

  /**
   * Shows a comparison, after those asked for before.
   * @param asked true when the person asked for it: then it takes the focus; else typing goes on undisturbed
   */
  show(title: string, pairs: readonly DiffPair[], asked: boolean): Promise<void> {
    const next = this.#queue.then(() => this.#show(title, pairs, asked));
    this.#queue = next.catch(() => undefined);
    return next;
  }

  async #show(title: string, pairs: readonly DiffPair[], asked: boolean): Promise<void> {
    const [first] = pairs;
    if (first === undefined) return;
    const old = this.#tabs(this.#label);
    if (pairs.length === 1) {
      await vscode.commands.executeCommand('vscode.diff', first.from, first.to, title, {
        viewColumn: columnFor(old[0] ?? null, asked),
        preserveFocus: !asked,
        preview: false,
      } satisfies vscode.TextDocumentShowOptions);
    } else {
      await this.#showSeveral(title, pairs, asked);
    }
    // Looked up again: the editor makes new tab objects when its tabs change.
    const stale = this.#tabs(this.#label).filter((tab) => !isShowing(tab, title, pairs));
    this.#label = title;
    if (stale.length > 0) await vscode.window.tabGroups.close(stale, true);
  }

  /** The multi-diff editor has no option to stay in the background: what the person had in hand is put back. */
  async #showSeveral(title: string, pairs: readonly DiffPair[], asked: boolean): Promise<void> {
    if (!asked) await this.#typingPaused();
    const editor = vscode.window.activeTextEditor;
    await vscode.commands.executeCommand(
      'vscode.changes',
      title,
      pairs.map((pair) => [pair.resource, pair.from, pair.to]),
    );
    if (asked || editor === undefined) return;
    await vscode.commands.executeCommand('workbench.action.moveEditorToNextGroup');
    await vscode.window.showTextDocument(editor.document, {
      ...(editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
      preserveFocus: false,
    });
  }

  async #typingPaused(): Promise<void> {
    for (;;) {
      const left = this.#typedAt + typingPause - Date.now();
      if (left <= 0 || this.disposed) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  /** Our tabs that are open now: normally none or one. */
  #tabs(label: string | null): vscode.Tab[] {
    return vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.filter((tab) => isOurs(tab, label)),
    );
  }
}

/** A diff tab of ours shows a revision on one side; the multi-diff editor tells nothing but its title. */
function isOurs(tab: vscode.Tab, label: string | null): boolean {
  if (tab.input instanceof vscode.TabInputTextDiff) {
    return [tab.input.original, tab.input.modified].some((uri) => uri.scheme === revisionScheme);
  }
  return tab.input === undefined && tab.label === label;
}

function isShowing(tab: vscode.Tab, title: string, pairs: readonly DiffPair[]): boolean {
  const [first] = pairs;
  if (tab.input instanceof vscode.TabInputTextDiff) {
    return (
      pairs.length === 1 &&
      tab.input.original.toString() === first?.from.toString() &&
      tab.input.modified.toString() === first.to.toString()
    );
  }
  return pairs.length > 1 && tab.label === title && tab.isActive;
}

/**
 * Where the comparison goes: to the place of the last one, unless it would cover an editor that the person has in hand; then beside it.
 */
function columnFor(old: vscode.Tab | null, asked: boolean): vscode.ViewColumn {
  const active = vscode.window.tabGroups.activeTabGroup;
  if (old !== null && (asked || old.isActive || old.group !== active)) return old.group.viewColumn;
  if (asked || active.activeTab === undefined) return vscode.ViewColumn.Active;
  return vscode.ViewColumn.Beside;
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { revisionScheme } from '../../../src/host/contributions';

/** The workspace folder of the window that the tests run in. */
export function workspaceRoot(): vscode.Uri {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root !== undefined, 'These tests need a window with a folder.');
  return root;
}

export function fileUri(path: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceRoot(), path);
}

export async function writeText(path: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(fileUri(path), new TextEncoder().encode(text));
}

/** Text on the disk. */
export async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(fileUri(path)));
}

/** Opens a file in an editor. */
export async function showFile(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(fileUri(path)), {
    viewColumn: vscode.ViewColumn.One,
    preview: false,
  });
}

/** Types at the start of a document, without saving. */
export async function typeInto(editor: vscode.TextEditor, text: string): Promise<void> {
  assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text)));
}

/** The tabs that show a comparison of ours. */
export function diffTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      (tab) =>
        tab.input instanceof vscode.TabInputTextDiff &&
        tab.input.original.scheme === revisionScheme,
    );
}

export async function closeAllEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (document.isDirty) await document.save();
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Resolves when `holds` is true, looked at whenever the editor's documents or tabs change. */
export async function whenEditor(holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      listening.dispose();
      resolve();
    };
    const listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidSaveTextDocument(look),
      vscode.window.tabGroups.onDidChangeTabs(look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.onDidChangeTextEditorSelection(look),
    );
  });
}

import * as vscode from 'vscode';

/**
 * Text of a file as a person would see it: unsaved text where there is some, else the bytes on disk. The editor watches files of the
 * workspace and visible ones only, so its own document of any other file may be old (rulings 29: the bytes on disk are the truth).
 * Rejects when the file is gone or no text.
 */
export async function currentText(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open?.isDirty === true || uri.scheme !== 'file') {
    return (open ?? (await vscode.workspace.openTextDocument(uri))).getText();
  }
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
}

/** Opens a document in an editor, read again from disk when the editor held an old text of it. */
export async function showCurrent(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  if (document.isDirty || uri.scheme !== 'file') return editor;
  const text = await currentText(uri).catch(() => null);
  const isOld = text !== null && plain(document.getText()) !== plain(text);
  if (!isOld || vscode.window.activeTextEditor?.document !== document) return editor;
  await vscode.commands.executeCommand('workbench.action.files.revert');
  return vscode.window.showTextDocument(document);
}

/** A document has one kind of line end, its file may have several. */
function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

import * as vscode from 'vscode';
import type { UnsavedText } from './workspace-guard';

/** The open documents of one folder that have unsaved changes, by workspace-relative path. */
export class UnsavedDocuments implements UnsavedText {
  constructor(private readonly root: vscode.Uri) {}

  unsaved(paths: readonly string[]): string[] {
    return paths.filter((path) => this.#find(path)?.isDirty === true);
  }

  async bytes(path: string): Promise<Uint8Array> {
    const document = this.#document(path);
    return vscode.workspace.encode(document.getText(), { encoding: document.encoding });
  }

  async save(path: string): Promise<boolean> {
    return this.#document(path).save();
  }

  #document(path: string): vscode.TextDocument {
    const document = this.#find(path);
    if (document === undefined) throw new Error(`No open document for ${path}`);
    return document;
  }

  #find(path: string): vscode.TextDocument | undefined {
    const wanted = vscode.Uri.joinPath(this.root, path).toString();
    return vscode.workspace.textDocuments.find((one) => one.uri.toString() === wanted);
  }
}

import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import { textScheme } from './contributions';

/**
 * Read-only documents made of text we hold: prompts, reports, replies. A document's text is let go of when the editor closes it.
 */
export class TextDocuments extends Disposable implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    super();
    this.own(vscode.workspace.registerTextDocumentContentProvider(textScheme, this));
    this.own(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === textScheme) this.#texts.delete(document.uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens `text` as a read-only document. `name` is the tab's title; its ending gives the language. */
  async open(name: string, text: string): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: textScheme, path: `/${name}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: true });
  }
}

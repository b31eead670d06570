import * as vscode from 'vscode';
import { panelPage } from '../protocol/panel-page';
import type { ToPanel } from '../protocol/to-panel';
import { Disposable } from '../util/disposable';
import { reviewViewId } from './contributions';
import { t } from './translate';

/** What answers the panel: built when the panel first speaks, so that opening the editor costs nothing. */
export interface PanelDesk {
  /** A message as it arrived, not parsed yet. */
  receive(message: unknown): Promise<void>;
  /** The panel was closed or hidden: nothing is posted before its next `ready`. */
  closed(): void;
}

/** The webview view in the activity bar: carries messages, draws nothing and decides nothing. */
export class ReviewView extends Disposable implements vscode.WebviewViewProvider {
  #view: vscode.WebviewView | null = null;
  #badge: vscode.ViewBadge | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly desk: () => Promise<PanelDesk>,
    private readonly fail: (error: unknown) => void,
  ) {
    super();
    this.own(
      vscode.window.registerWebviewViewProvider(reviewViewId, this, {
        webviewOptions: { retainContextWhenHidden: false },
      }),
    );
  }

  get visible(): boolean {
    return this.#view?.visible === true;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    const dist = vscode.Uri.joinPath(this.extensionUri, 'dist', 'webview');
    view.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    view.badge = this.#badge;
    view.webview.onDidReceiveMessage((message: unknown) => {
      this.desk()
        .then((desk) => desk.receive(message))
        .catch(this.fail);
    });
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = null;
      this.desk().then((desk) => desk.closed(), this.fail);
    });
    const file = (name: string): string =>
      view.webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    view.webview.html = panelPage({
      script: file('panel.js'),
      style: file('panel.css'),
      icons: file('codicon.css'),
      cspSource: view.webview.cspSource,
      nonce: crypto.randomUUID(),
      language: vscode.env.language,
      title: t('BVL review'),
    });
  }

  post(message: ToPanel): void {
    void this.#view?.webview.postMessage(message);
  }

  /** Opens the panel; the focus goes there unless it is to be left where it is. */
  async show(preserveFocus: boolean): Promise<void> {
    if (this.#view !== null && preserveFocus) this.#view.show(true);
    else await vscode.commands.executeCommand(`${reviewViewId}.focus`, { preserveFocus });
  }

  /** A number at the activity bar icon while decisions wait. */
  setBadge(waiting: number): void {
    this.#badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: t('BVL: a decision waits for you') };
    if (this.#view !== null) this.#view.badge = this.#badge;
  }
}

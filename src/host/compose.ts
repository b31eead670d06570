import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import { registerCommands } from './commands/command-table';
import { keyCommands } from './commands/key';
import { reportCommands } from './commands/report';
import { revisionCommands } from './commands/revision';
import { runCommands } from './commands/run';
import { verifyCommands } from './commands/verify';
import { ContextKeys } from './context-keys';
import type { Desk } from './desk';
import { showFailure } from './failure';
import { KeyStore } from './key-store';
import type { LoadDesk } from './load-desk';
import { ReviewView } from './review-view';
import { RevisionDocuments } from './revision-documents';
import { TextDocuments } from './text-documents';
import { t } from './translate';

/** Milliseconds after activation until the workspace is looked through for runs, when nobody asked before. */
const idle = 3000;

/**
 * The editor's composition root. Here everything is registered and nothing is read or started; the desk, with all that it needs, is
 * loaded when a person first asks for something.
 */
export class Composition extends Disposable {
  readonly #log = this.own(vscode.window.createOutputChannel('BVL', { log: true }));
  readonly #contextKeys = new ContextKeys();
  readonly #keys: KeyStore;
  readonly #view: ReviewView;
  readonly #documents = this.own(new TextDocuments());
  #desk: Promise<Desk> | null = null;
  readonly #loadDesk: LoadDesk = () => (this.#desk ??= this.#buildDesk());

  constructor(private readonly context: vscode.ExtensionContext) {
    super();
    const loadDesk = this.#loadDesk;
    this.#keys = new KeyStore(context.secrets);
    this.#view = this.own(
      new ReviewView(
        context.extensionUri,
        async () => (await loadDesk()).panel,
        (error) => void showFailure(this.#log, 'panel', error),
      ),
    );
    this.own(
      new RevisionDocuments(async (root, runId, file) =>
        (await loadDesk()).shelf.text({ root, runId }, file),
      ),
    );
    this.own(
      registerCommands(
        {
          ...verifyCommands(loadDesk),
          ...runCommands(loadDesk),
          ...revisionCommands(loadDesk),
          ...reportCommands(loadDesk),
          ...keyCommands(this.#keys, this.#log),
        },
        this.#log,
      ),
    );
    this.own(this.#keys.onDidChange(() => this.#noteKey()));
    this.#noteKey();
    this.#lookLater();
  }

  async #buildDesk(): Promise<Desk> {
    const { Desk } = await import('./desk');
    return this.own(
      new Desk({
        context: this.context,
        log: this.#log,
        keys: this.#keys,
        contextKeys: this.#contextKeys,
        view: this.#view,
        documents: this.#documents,
      }),
    );
  }

  #noteKey(): void {
    void this.#keys.read().then((key) => this.#contextKeys.set('hasKey', key !== null));
  }

  /** A workspace that holds runs activated us: say once, when the editor has come to rest, that one was left in the middle. */
  #lookLater(): void {
    const timer = setTimeout(() => {
      this.#tellInterrupted().catch((error: unknown) => showFailure(this.#log, 'look', error));
    }, idle);
    this.own({ dispose: () => clearTimeout(timer) });
  }

  async #tellInterrupted(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length === 0 || !vscode.workspace.isTrusted) return;
    const { shelf, panel, service } = await this.#loadDesk();
    const left = (await shelf.list()).find((run) => run.outcome === null && run.owner === null);
    if (left === undefined || service.runs.length > 0 || this.#view.visible) return;
    const show = t('Show');
    const chosen = await vscode.window.showInformationMessage(
      t('BVL: a run was interrupted in round {round}: {task}', {
        round: left.round,
        task: left.task,
      }),
      show,
    );
    if (chosen === show) await panel.showRun({ root: left.root, runId: left.id }, false);
  }
}

import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import type { ContextKeys } from './context-keys';
import type { PanelScreen } from './panel-screen';
import type { RunService } from './run-service';
import type { RunShelf } from './run-shelf';
import type { RunViews } from './run-views';

export interface RunWatchParts {
  readonly shelf: RunShelf;
  readonly service: RunService;
  readonly views: RunViews;
  readonly screen: PanelScreen;
  readonly contextKeys: ContextKeys;
  readonly log: vscode.LogOutputChannel;
}

/**
 * Keeps what is shown true to the disk: a run that another window or a terminal drives is followed read-only, and the commands know
 * whether the workspace holds runs at all.
 */
export class RunWatch extends Disposable {
  constructor(private readonly parts: RunWatchParts) {
    super();
    const journals = this.own(
      vscode.workspace.createFileSystemWatcher('**/.bvl/runs/*/events.jsonl'),
    );
    // A lock comes when another process takes a run, and goes when it lets go of it; its heartbeat is no news.
    const locks = this.own(
      vscode.workspace.createFileSystemWatcher('**/.bvl/runs/*/lock', false, true),
    );
    for (const { onDidCreate, onDidDelete } of [journals, locks]) {
      this.own(onDidCreate((uri) => this.#changed(uri)));
      this.own(onDidDelete((uri) => this.#changed(uri)));
    }
    this.own(journals.onDidChange((uri) => this.#changed(uri)));
    this.own(
      parts.service.onDidChange(({ change }) => {
        if (change.kind === 'event') parts.contextKeys.set('hasRuns', true);
      }),
    );
    void this.look();
  }

  /** Looks whether there are runs. */
  async look(): Promise<void> {
    try {
      const runs = await this.parts.shelf.list();
      this.parts.contextKeys.set('hasRuns', runs.length > 0);
    } catch (error) {
      this.parts.log.warn(`list of runs: ${String(error)}`);
    }
  }

  #changed(file: vscode.Uri): void {
    const runId = file.path.split('/').at(-2) ?? '';
    if (this.parts.service.find(runId) !== null) return;
    void this.look();
    const { shown } = this.parts.screen;
    if (shown?.runId === runId) this.parts.views.forget(shown);
    if (shown?.runId === runId || this.parts.screen.screen.kind === 'welcome') {
      this.parts.screen.refresh();
    }
  }
}

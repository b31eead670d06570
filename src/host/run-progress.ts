import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import type { LiveRun } from './live-run';
import type { RunNews, RunService } from './run-service';
import { fileAtHand, phaseWords } from './run-words';
import { t } from './translate';

interface Shown {
  readonly report: (message: string) => void;
  readonly close: () => void;
}

/** The progress notification with Cancel, there while a model works; it makes room while a decision waits. */
export class RunProgressNotice extends Disposable {
  readonly #shown = new Map<LiveRun, Shown>();

  constructor(service: RunService) {
    super();
    this.own(service.onDidChange((news) => this.#update(news)));
  }

  override dispose(): void {
    super.dispose();
    for (const shown of this.#shown.values()) shown.close();
    this.#shown.clear();
  }

  #update({ run, change }: RunNews): void {
    const over = change.kind === 'finished' || change.kind === 'failed';
    if (over || run.waiting !== null) {
      this.#shown.get(run)?.close();
      this.#shown.delete(run);
      return;
    }
    if (!this.#shown.has(run)) this.#open(run);
    const file = fileAtHand(run);
    const words = phaseWords(run, t);
    this.#shown.get(run)?.report(file === null ? words : `${words} (${file})`);
  }

  #open(run: LiveRun): void {
    const title =
      run.recorded === null ? 'BVL' : t('BVL, recorded run: {name}', { name: run.recorded });
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) =>
        new Promise<void>((resolve) => {
          token.onCancellationRequested(() => run.stop());
          let last = '';
          this.#shown.set(run, {
            report: (message) => {
              if (message !== last) progress.report({ message });
              last = message;
            },
            close: resolve,
          });
        }),
    );
  }
}

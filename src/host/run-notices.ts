import * as vscode from 'vscode';
import type { PromptKind } from '../engine/build-verify/events';
import { outcomeWords } from '../engine/build-verify/wording';
import { assertNever } from '../util/assert-never';
import { Disposable } from '../util/disposable';
import type { Translate } from '../util/translate';
import type { ContextKeys } from './context-keys';
import { commandIds } from './contributions';
import { showFailure } from './failure';
import type { LiveRun } from './live-run';
import type { RunNews, RunService } from './run-service';
import { t } from './translate';

export interface RunNoticeActions {
  /** Opens the panel at this run, with the focus on its decision when one waits. */
  show(run: LiveRun): Promise<void>;
  openReport(run: LiveRun): Promise<void>;
  setBadge(waiting: number): void;
}

/**
 * What the person is told of a run outside the panel: a decision that waits (the notification leads to it; closing it is no answer), and
 * the end.
 */
export class RunNotices extends Disposable {
  readonly #told = new Set<string>();

  constructor(
    private readonly service: RunService,
    private readonly keys: ContextKeys,
    private readonly actions: RunNoticeActions,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.own(service.onDidChange((news) => this.#update(news)));
  }

  #update(news: RunNews): void {
    const waiting = this.service.runs.filter((run) => run.waiting !== null).length;
    const folders = vscode.workspace.workspaceFolders ?? [];
    this.keys.set('running', this.service.runs.length > 0);
    this.keys.set(
      'busy',
      folders.length > 0 &&
        folders.every((folder) => this.service.inFolder(folder.uri.toString()) !== null),
    );
    this.keys.set('decisionWaiting', waiting > 0);
    this.actions.setBadge(waiting);
    void this.#tell(news).catch((error: unknown) => showFailure(this.log, 'notice', error));
  }

  async #tell({ run, change }: RunNews): Promise<void> {
    switch (change.kind) {
      case 'prompt':
        await this.#tellDecision(run);
        return;
      case 'finished':
        await this.#tellEnd(run);
        return;
      case 'failed':
        await showFailure(this.log, 'run', change.error);
        return;
      default:
        return;
    }
  }

  async #tellDecision(run: LiveRun): Promise<void> {
    const { waiting } = run;
    if (waiting === null) return;
    const told = `${run.state?.runId ?? ''} ${waiting.id}`;
    if (this.#told.has(told)) return;
    this.#told.add(told);
    const show = t('Show');
    const asRecorded = t('Answer as Recorded');
    const recorded = run.recordedAnswer;
    const chosen = await vscode.window.showInformationMessage(
      `BVL: ${decisionWords(waiting.prompt.kind, t)}`,
      show,
      ...(recorded === null ? [] : [asRecorded]),
    );
    if (chosen === show) await this.actions.show(run);
    if (chosen !== asRecorded || recorded === null) return;
    // A notification stays until it is closed: the decision may have been answered elsewhere, or the run be over.
    if ((await run.decide(waiting.id, recorded)) === 'late') {
      void vscode.window.showInformationMessage(t('BVL: that decision is over.'));
    }
  }

  async #tellEnd(run: LiveRun): Promise<void> {
    const ended = run.state?.ended;
    if (ended === null || ended === undefined) return;
    const report = t('Open Report');
    const show = t('Show');
    const words = outcomeWords(ended.outcome, t);
    const message =
      run.recorded === null
        ? t('BVL: {outcome}', { outcome: words })
        : t('BVL, recorded run: {outcome}', { outcome: words });
    const chosen = await vscode.window.showInformationMessage(message, report, show);
    if (chosen === report) await this.actions.openReport(run);
    if (chosen === show) await vscode.commands.executeCommand(commandIds.showPanel);
  }
}

/** What a prompt is about, in one line. */
export function decisionWords(kind: PromptKind, t: Translate): string {
  switch (kind) {
    case 'blocked':
      return t('the run is blocked and needs something only you can give.');
    case 'incomplete':
      return t('a phase has no usable reply; you decide how to go on.');
    case 'disagreement':
      return t('the Implementor disputes a HIGH finding; you decide.');
    case 'residual':
      return t('only LOW findings are left; you decide whether that is enough.');
    case 'churn':
      return t('fixes keep bringing new HIGH findings; you decide how to go on.');
    case 'stalled':
      return t('the findings repeat; you decide how to go on.');
    case 'cap':
      return t('the cap is reached; you decide how to go on.');
    case 'budget':
      return t('a budget is spent; you decide how to go on.');
    case 'scope':
      return t('only questions of scope are left; you decide what stays.');
    case 'conflict':
      return t('the file was changed while the run was working; you decide which text stays.');
    default:
      return assertNever(kind, 'prompt');
  }
}

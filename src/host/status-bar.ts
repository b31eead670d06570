import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import { commandIds } from './contributions';
import type { LiveRun } from './live-run';
import type { RunService } from './run-service';
import { phaseWords } from './run-words';
import { t } from './translate';

/** The status bar item: there while a run lives, and a click opens the panel. */
export class StatusBar extends Disposable {
  readonly #item = this.own(
    vscode.window.createStatusBarItem('bvl.run', vscode.StatusBarAlignment.Left, 10),
  );

  constructor(private readonly service: RunService) {
    super();
    this.#item.name = t('BVL run');
    this.#item.command = commandIds.showPanel;
    this.own(service.onDidChange(() => this.#update()));
  }

  #update(): void {
    const runs = this.service.runs;
    const waiting = runs.find((run) => run.waiting !== null);
    const shown = waiting ?? runs[0];
    if (shown === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = textOf(shown);
    this.#item.tooltip = tooltipOf(shown);
    this.#item.accessibilityInformation = { label: `BVL: ${phaseWords(shown, t)}` };
    this.#item.backgroundColor =
      waiting === undefined ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.show();
  }
}

function textOf(run: LiveRun): string {
  const icon = run.waiting === null ? '$(sync~spin)' : '$(question)';
  return `${icon} BVL ${phaseWords(run, t)}`;
}

function tooltipOf(run: LiveRun): string {
  const lines = [run.state?.brief.brief.task ?? t('Starting')];
  if (run.recorded !== null) lines.push(t('Recorded run: {name}', { name: run.recorded }));
  return lines.join('\n');
}

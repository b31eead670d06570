import os from 'node:os';
import * as vscode from 'vscode';
import { findingsOf } from '../engine/build-verify/queries';
import { lintCriteria } from '../engine/criteria-lint';
import type { BriefForm } from '../protocol/brief-form';
import { parseFromPanel, type FromPanel } from '../protocol/from-panel';
import { replyOf } from '../protocol/panel-view';
import { translatedStrings } from '../protocol/strings';
import { assertNever } from '../util/assert-never';
import { redact } from '../util/redact';
import type { BriefDesk } from './brief-desk';
import { commandIds } from './contributions';
import { showCurrent } from './current-document';
import { declinedWords } from './declined-words';
import { firstFolder, type PlacedFile } from './folders';
import type { LiveRun } from './live-run';
import { openFinding } from './open-place';
import { PanelBriefs } from './panel-briefs';
import type { PanelScreen } from './panel-screen';
import { Refusal } from './refusal';
import type { ReportDesk } from './report-desk';
import type { PanelDesk } from './review-view';
import type { RevisionDesk } from './revision-desk';
import { revisionUri } from './revision-documents';
import type { RunDesk } from './run-desk';
import type { RunRef } from './run-ref';
import type { RunService } from './run-service';
import { canResume, type RunShelf } from './run-shelf';
import type { RunViews } from './run-views';
import { filesOfSide } from './text-side';
import { t } from './translate';

export interface PanelDeskParts {
  readonly screen: PanelScreen;
  readonly briefs: BriefDesk;
  readonly runs: RunDesk;
  readonly views: RunViews;
  readonly shelf: RunShelf;
  readonly service: RunService;
  readonly revisions: RevisionDesk;
  readonly reports: ReportDesk;
  readonly showPanel: (preserveFocus: boolean) => Promise<void>;
  /** Null: the person chooses. */
  readonly runRecorded: (id: string | null) => Promise<void>;
  /** Tells the person about a failure: in the panel when it listens. */
  readonly fail: (doing: string, error: unknown) => void;
  readonly log: vscode.LogOutputChannel;
}

type Message<Type extends FromPanel['type']> = Extract<FromPanel, { type: Type }>;

/** Answers the panel: each message is one act of the person, done or refused with a reason. */
export class ReviewPanelDesk implements PanelDesk {
  readonly #briefs: PanelBriefs;
  #begun = false;

  constructor(private readonly parts: PanelDeskParts) {
    this.#briefs = new PanelBriefs({ ...parts, started: (run) => this.showLive(run) });
  }

  async receive(raw: unknown): Promise<void> {
    const message = parseFromPanel(raw);
    if ('error' in message) {
      this.parts.log.warn(`panel: a message was dropped: ${message.error}`);
      return;
    }
    if (message.type !== 'ready' && !this.parts.screen.ready) return;
    try {
      await this.#act(message);
    } catch (error) {
      this.parts.fail(message.type, error);
      // What the panel shows as done was not: also when the person only changed their mind.
      this.parts.screen.refresh();
    }
  }

  closed(): void {
    this.parts.screen.closed();
  }

  /** Opens a form for files, in the panel. */
  async openForm(mode: BriefForm['mode'], files: readonly PlacedFile[]): Promise<void> {
    this.#begun = true;
    await this.#briefs.open(mode, files);
  }

  /** Shows a run in the panel. */
  async showRun(ref: RunRef, focusDecision: boolean): Promise<void> {
    this.#begun = true;
    this.parts.screen.show({ kind: 'run', ref });
    await this.parts.showPanel(!focusDecision);
    if (focusDecision) this.parts.screen.post({ type: 'focusDecision' });
  }

  /** Shows a run from its first event on. */
  showLive(run: LiveRun): void {
    const show = (): boolean => {
      if (run.state === null) return false;
      const ref = { root: vscode.Uri.parse(run.root), runId: run.state.runId };
      this.#begun = true;
      this.parts.screen.show({ kind: 'run', ref });
      return true;
    };
    if (show()) return;
    const waiting = run.onDidChange(() => {
      if (show()) waiting.dispose();
    });
  }

  async #act(message: FromPanel): Promise<void> {
    const { screen, runs, reports, revisions } = this.parts;
    switch (message.type) {
      case 'ready':
        return this.#ready();
      case 'newBrief':
        this.#begun = true;
        return this.#briefs.openFor(message.mode, message.artifact);
      case 'pickArtifacts':
        return this.#briefs.pickArtifacts(message.form);
      case 'submitBrief':
        return this.#briefs.submit(message.form, false);
      case 'showPreview':
        return this.#briefs.submit(message.form, true);
      case 'cancelForm':
      case 'showWelcome': {
        screen.show({ kind: 'welcome' });
        return;
      }
      case 'backToForm': {
        this.#briefs.backToForm();
        return;
      }
      case 'start':
        return this.#briefs.start(message.token);
      case 'stop': {
        runs.stop(message.runId);
        return;
      }
      case 'resume':
        return this.#resume(await this.#ref(message.runId));
      case 'decide':
        return this.#decide(message);
      case 'openConflict':
        return revisions.compareConflict(await this.#known(message.runId));
      case 'openFinding':
        return this.#openFinding(message);
      case 'openDiff':
        return revisions.compare(await this.#known(message.runId), message.from, message.to);
      case 'restore':
        return runs.restore(
          await this.#ref(message.runId),
          message.unfinished === true ? { unfinished: message.round } : { round: message.round },
        );
      case 'undoRestore':
        return runs.restore(await this.#ref(message.runId), 'undo');
      case 'undoRun':
        return runs.undoRun(await this.#ref(message.runId));
      case 'openReport':
        return reports.openReport(await this.#known(message.runId));
      case 'openRounds': {
        screen.openRounds(message.rounds);
        return;
      }
      case 'showReply':
        return this.#showReply(message);
      case 'showRun':
        return this.showRun(await this.#ref(message.runId), false);
      case 'setKey':
        await vscode.commands.executeCommand(commandIds.setKey);
        if (message.form !== undefined) await this.#briefs.keySet(message.form);
        return;
      case 'checkCriteria': {
        const warnings = lintCriteria(message.criteria, t).map((warning) => ({
          criterion: message.criteria[warning.index] ?? '',
          message: warning.message,
        }));
        screen.post({ type: 'criteriaChecked', warnings });
        return;
      }
      case 'runRecorded':
        return this.parts.runRecorded(message.id);
      case 'openFile':
        return this.#openFile(message);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'log': {
        this.parts.log.warn(`panel: ${redact(message.text, os.homedir())}`);
        return;
      }
      default:
        return assertNever(message, 'message');
    }
  }

  async #ready(): Promise<void> {
    const { screen } = this.parts;
    if (!this.#begun) {
      this.#begun = true;
      const ref = await this.#runToBeginWith();
      if (ref !== null) screen.show({ kind: 'run', ref });
    }
    this.parts.screen.opened({
      type: 'strings',
      locale: vscode.env.language,
      table: translatedStrings((english) => vscode.l10n.t(english)),
    });
  }

  /** After a reload: the run this window drives, else the newest one if it was left in the middle. */
  async #runToBeginWith(): Promise<RunRef | null> {
    const [live] = this.parts.service.runs;
    if (live?.state) return { root: vscode.Uri.parse(live.root), runId: live.state.runId };
    const [newest] = await this.parts.shelf.list();
    if (newest === undefined) return null;
    const left = newest.owner !== null || (canResume(newest) && newest.outcome === null);
    return left ? { root: newest.root, runId: newest.id } : null;
  }

  async #resume(ref: RunRef): Promise<void> {
    const run = await this.parts.runs.resume(ref, null);
    if (run !== null) await this.showRun(ref, false);
  }

  /** An answer to a prompt of a living run, or of one that waits on disk: then the run is taken up again with it. */
  async #decide({ runId, promptId, choice }: Message<'decide'>): Promise<void> {
    const live = this.parts.service.find(runId);
    if (live === null) {
      const ref = await this.#ref(runId);
      const run = await this.parts.runs.resume(ref, { promptId, choice });
      // Not taken up (the person did not want to save): the panel shows the answer as sent until it is told otherwise.
      if (run === null) this.parts.screen.refresh();
      return;
    }
    const taken = await live.decide(promptId, choice);
    if (taken === 'unfit') {
      throw new Refusal('nothing-to-do', t('This answer leaves something open. Look at it again.'));
    }
    if (taken === 'declined') {
      throw new Refusal('recording', declinedWords(live.recordedAnswer, live.waiting?.prompt, t));
    }
    if (taken === 'late') this.parts.screen.refresh();
  }

  async #openFinding({ runId, key }: Message<'openFinding'>): Promise<void> {
    const run = await this.#known(runId);
    const round = Number(/^r(\d+)\//.exec(key)?.[1] ?? NaN);
    const finding = findingsOf(run.state, round).find((one) => one.key === key);
    if (finding === undefined) return;
    const audited = filesOfSide(run.state, { kind: 'round', round });
    await openFinding(run.root, finding, run.state.brief.brief.artifacts, {
      document: (path) => {
        const file =
          audited === null || audited === 'disk' ? null : audited.find((one) => one.path === path);
        return file === null || file === undefined ? null : revisionUri(run.root, runId, file, '');
      },
    });
  }

  async #showReply(message: Message<'showReply'>): Promise<void> {
    const { runId, round, lens, attempt } = message;
    const { state } = await this.#known(runId);
    const reply = replyOf(state, { round, lens, attempt });
    if (reply === null) return;
    this.parts.screen.post({ type: 'reply', runId, round, lens, attempt, ...reply });
  }

  async #openFile({ path, line }: Message<'openFile'>): Promise<void> {
    const root = this.parts.screen.shown?.root ?? firstFolder();
    const editor = await showCurrent(vscode.Uri.joinPath(root, path));
    if (line === null) return;
    const at = new vscode.Position(line - 1, 0);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #known(runId: string) {
    return this.parts.views.known(await this.#ref(runId));
  }

  /** The folder of a run is the one it was shown from; any other id is looked up. */
  async #ref(runId: string): Promise<RunRef> {
    const shown = this.parts.screen.shown;
    if (shown?.runId === runId) return shown;
    const live = this.parts.service.find(runId);
    if (live !== null) return { root: vscode.Uri.parse(live.root), runId };
    const listed = (await this.parts.shelf.list()).find((run) => run.id === runId);
    if (listed !== undefined) return { root: listed.root, runId };
    throw new Refusal('no-runs', t('This run is not there any more.'));
  }
}

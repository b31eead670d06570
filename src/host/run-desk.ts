import * as vscode from 'vscode';
import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Choice } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import type { RunStart } from '../engine/build-verify/start';
import { isResumable } from '../engine/runner';
import {
  restoreRevision,
  resumeSession,
  startSession,
  type RestoreTarget,
  type SessionInit,
} from '../node/session';
import { Disposable } from '../util/disposable';
import { Emitter } from '../util/emitter';
import { commandIds } from './contributions';
import { folderName, requireTrust } from './folders';
import { guardRun } from './guard-run';
import { LiveRun, type DriveRun, type PreparedAnswer } from './live-run';
import type { ModelSource, ModelSources } from './model-sources';
import { recordedChoice } from './recordings';
import { Refusal } from './refusal';
import { mayReplace } from './replace-changed';
import { restoredWords } from './restored-words';
import type { RunRef } from './run-ref';
import type { RunService } from './run-service';
import type { RunShelf } from './run-shelf';
import type { RunViews } from './run-views';
import { saveFirst } from './save-first';
import { t } from './translate';
import { UnsavedDocuments } from './unsaved-documents';

export interface RunDeskParts {
  readonly shelf: RunShelf;
  readonly views: RunViews;
  readonly service: RunService;
  readonly models: ModelSources;
  readonly log: vscode.LogOutputChannel;
}

/** What a person can do with runs: start, take up again, stop, put texts back. Says no with a reason, never half-way. */
export class RunDesk extends Disposable {
  readonly #restored = this.own(new Emitter<RunRef>());
  /** A text of that run was put back. */
  readonly onDidRestore = this.#restored.event;

  constructor(private readonly parts: RunDeskParts) {
    super();
  }

  /** @throws Refusal when the folder has a living run */
  async requireFree(root: vscode.Uri): Promise<void> {
    if (await this.parts.service.isFree(root.toString())) return;
    throw new Refusal(
      'busy',
      t('A run is already working in {folder}. Wait for its end, or stop it first.', {
        folder: folderName(root),
      }),
      { label: t('Show'), command: commandIds.showPanel },
    );
  }

  /**
   * Starts a run, after asking about unsaved changes.
   * @returns the run, which goes on by itself; null when the person did not want to save
   */
  async start(root: vscode.Uri, start: RunStart, source: ModelSource): Promise<LiveRun | null> {
    if (source.recording === null) requireTrust();
    await this.requireFree(root);
    if (!(await saveFirst(root, start.brief.artifacts))) return null;
    await this.requireFree(root);
    this.parts.log.info(
      `run ${start.runId}: starts on ${[...new Set(Object.values(start.models))].join(', ')}; requests go to ${
        source.hosts.join(', ') || 'nowhere'
      }`,
    );
    return this.#drive(root, source, null, null, (controls) =>
      startSession({ ...this.#session(root, source), ...controls }, start),
    );
  }

  /**
   * Takes a run up again: only what is missing is run.
   * @param answer the person's answer to the decision that waits in it, if it was given already
   */
  async resume(ref: RunRef, answer: PreparedAnswer | null): Promise<LiveRun | null> {
    await this.requireFree(ref.root);
    this.parts.views.forget(ref);
    const stored = await this.parts.views.known(ref);
    if (stored.readOnly !== null) throw readOnly(stored.readOnly.owner);
    if (!isResumable(stored.state)) {
      throw new Refusal('nothing-to-do', t('This run has ended; nothing of it is left to do.'));
    }
    const source = await this.parts.models.again(ref.root, stored.state);
    if (source.recording === null) requireTrust();
    if (!(await saveFirst(ref.root, stored.state.brief.brief.artifacts))) return null;
    await this.requireFree(ref.root);
    this.parts.log.info(`run ${ref.runId}: taken up again`);
    return this.#drive(ref.root, source, stored, answer, (controls) =>
      resumeSession({ ...this.#session(ref.root, source), ...controls }, ref.runId),
    );
  }

  /** Stops a run of this window; any other is left alone. */
  stop(runId: string): void {
    this.parts.service.find(runId)?.stop();
  }

  /** Puts a round's text back, or undoes the last time that was done. */
  async restore(ref: RunRef, target: RestoreTarget): Promise<void> {
    requireTrust();
    const free = await this.parts.service.isFree(ref.root.toString());
    if (!free && this.parts.service.find(ref.runId) !== null) {
      throw new Refusal(
        'busy',
        t('This run is working. Stop it first, or restore at its next decision.'),
      );
    }
    this.parts.views.forget(ref);
    const { state, readOnly: owner } = await this.parts.views.known(ref);
    if (owner !== null) throw readOnly(owner.owner);
    if (!(await saveFirst(ref.root, state.brief.brief.artifacts))) return;
    if (!(await mayReplace(this.parts.shelf, ref, state))) return;
    const files = await restoreRevision(this.parts.shelf.store(ref.root), ref.runId, target);
    this.parts.views.forget(ref);
    this.#restored.fire(ref);
    const { state: now } = await this.parts.views.known(ref);
    void vscode.window.showInformationMessage(restoredWords(now, files, target, t));
  }

  /** Puts every file back to what it was before round 1, after saying what will happen. */
  async undoRun(ref: RunRef): Promise<void> {
    const { state } = await this.parts.views.known(ref);
    const files = state.revisions[0]?.files ?? [];
    const go = t('Undo the Run');
    const chosen = await vscode.window.showWarningMessage(
      t('Put {files} back to what it was before the run?', {
        files: files.map((file) => file.path).join(', '),
      }),
      {
        modal: true,
        detail: [
          ...(files.some((file) => file.hash === null)
            ? [t('A file that the run made is deleted.')]
            : []),
          t('Every revision stays in the history, and this can be undone.'),
        ].join(' '),
      },
      go,
    );
    if (chosen === go) await this.restore(ref, 'start');
  }

  #session(
    root: vscode.Uri,
    source: ModelSource,
  ): Pick<SessionInit, 'store' | 'modelFor' | 'guard'> {
    const buffers = new UnsavedDocuments(root);
    return {
      store: this.parts.shelf.store(root),
      modelFor: source.modelFor,
      guard: (run) => guardRun(run, buffers),
    };
  }

  #drive(
    root: vscode.Uri,
    source: ModelSource,
    past: ConstructorParameters<typeof LiveRun>[0]['past'],
    answer: PreparedAnswer | null,
    drive: DriveRun,
  ): LiveRun {
    const { recording } = source;
    const run = new LiveRun({
      root: root.toString(),
      recorded: recording?.title ?? null,
      past,
      answer,
      beforeChoice: async (choice, prompt) => {
        await saveWhatIsKept(root, choice, prompt);
        if (choice.kind !== 'retry' || choice.model === undefined) return;
        source.use(choice.model);
        this.parts.log.info(`goes on with the model ${choice.model}`);
      },
      recordedChoice:
        recording === null ? null : (state, prompt) => recordedChoice(recording, state, prompt),
      now: Date.now,
    });
    void this.parts.service.drive(run, drive).then((state) => this.#ended(root, state));
    return run;
  }

  #ended(root: vscode.Uri, state: RunState | null): void {
    if (state === null) return;
    this.parts.views.forget({ root, runId: state.runId });
    this.parts.log.info(`run ${state.runId}: ${state.ended?.outcome ?? 'interrupted'}`);
  }
}

/** "Keep mine" makes the unsaved text the file's: from here on the bytes on disk are the truth (rulings 29). */
async function saveWhatIsKept(
  root: vscode.Uri,
  choice: Choice,
  prompt: DecisionPrompt,
): Promise<void> {
  if (choice.kind !== 'keep-mine') return;
  const documents = new UnsavedDocuments(root);
  for (const path of documents.unsaved(prompt.found.map((file) => file.path))) {
    await documents.save(path);
  }
}

function readOnly(owner: string | null): Refusal {
  return new Refusal(
    'read-only',
    owner === null
      ? t('Another window is working on this run. It can only be watched here.')
      : t('Another window is working on this run ({owner}). It can only be watched here.', {
          owner,
        }),
  );
}

import * as vscode from 'vscode';
import { findingsOf } from '../engine/build-verify/queries';
import { reportText } from '../engine/build-verify/report';
import { promptFor } from '../engine/build-verify/waiting';
import { projectRun } from '../protocol/panel-view';
import type { PanelView } from '../protocol/views';
import { editorSettings } from './editor-settings';
import { knownModels } from './known-models';
import { recordingName } from './recording-name';
import type { RunRef } from './run-ref';
import type { RunService } from './run-service';
import type { RunShelf, StoredRun } from './run-shelf';
import { t } from './translate';

/** A run as it is known now: from this window's own drive of it, or from disk. */
export interface KnownRun extends StoredRun {
  readonly live: boolean;
}

/** Where the panel and the commands get a run from. A stored run is read once and again after it changed. */
export class RunViews {
  readonly #stored = new Map<string, StoredRun>();

  constructor(
    private readonly shelf: RunShelf,
    private readonly service: RunService,
  ) {}

  /** Reads the run again at its next use. */
  forget(ref: RunRef): void {
    this.#stored.delete(keyOf(ref));
  }

  /** @throws what the journal's reader throws when it cannot be read */
  async known(ref: RunRef): Promise<KnownRun> {
    const live = this.service.find(ref.runId);
    if (live?.state) {
      this.forget(ref);
      return { root: ref.root, state: live.state, events: live.events, readOnly: null, live: true };
    }
    const key = keyOf(ref);
    const stored = this.#stored.get(key) ?? (await this.shelf.load(ref));
    // Another process may write to it at any moment: such a run is not kept.
    if (stored.readOnly === null) this.#stored.set(key, stored);
    return { ...stored, live: false };
  }

  /** The run as the panel draws it. */
  async view(ref: RunRef, openRounds: ReadonlySet<number>): Promise<PanelView> {
    const run = await this.known(ref);
    const { state } = run;
    // A replay knows its recorded answer only once it is taken up again; the decision of another window is only watched.
    const canAnswer =
      !run.live && state.ended === null && (recordingName(state) === null || run.readOnly !== null);
    const waiting = this.service.find(ref.runId)?.waiting ?? null;
    return projectRun({
      state,
      prompt: waiting?.prompt ?? (canAnswer ? promptFor(state) : null),
      findingsOf: (round) => findingsOf(state, round),
      report: state.ended === null ? null : reportText(state),
      live: run.live,
      readOnly: run.readOnly,
      recorded: recordingName(state),
      recordedAnswer: this.service.find(ref.runId)?.recordedAnswer ?? null,
      models:
        recordingName(state) === null
          ? knownModels(editorSettings(ref.root).settings.model, t)
          : [],
      openRounds,
    });
  }
}

function keyOf(ref: RunRef): string {
  return `${ref.root.toString()}\n${ref.runId}`;
}

/** URI of a run's folder. */
export function runFolder(ref: RunRef): vscode.Uri {
  return vscode.Uri.joinPath(ref.root, '.bvl', 'runs', ref.runId);
}

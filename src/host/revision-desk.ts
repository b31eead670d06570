import * as vscode from 'vscode';
import type { FileRef, RunEvent } from '../engine/build-verify/events';
import type { TextSide } from '../protocol/from-panel';
import { Disposable } from '../util/disposable';
import type { DiffPair, DiffTab } from './diff-tab';
import { editorSettings } from './editor-settings';
import { Refusal } from './refusal';
import { revisionUri } from './revision-documents';
import type { RunService } from './run-service';
import type { StoredRun } from './run-shelf';
import { compareSides, filesOfSide, type ComparedFile } from './text-side';
import { t } from './translate';

/** What a comparison is about: a run and where it lives. */
export type ComparedRun = Pick<StoredRun, 'root' | 'state'>;

/** Shows revisions side by side: each one as it is made, and any two when asked. */
export class RevisionDesk extends Disposable {
  constructor(
    private readonly tab: DiffTab,
    service: RunService,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.own(
      service.onDidChange(({ run, change }) => {
        if (change.kind !== 'event' || run.state === null) return;
        void this.#showRevision(
          { root: vscode.Uri.parse(run.root), state: run.state },
          change.event,
        );
      }),
    );
  }

  /** Compares two sides of a run because the person asked for it. */
  async compare(run: ComparedRun, from: TextSide, to: TextSide): Promise<void> {
    await this.#compare(run, from, to, true);
  }

  /** Shows what is on disk (left) beside what the run would write (right), for a conflict. */
  async compareConflict(run: ComparedRun): Promise<void> {
    const { conflict, rounds, restoring, revisions } = run.state;
    if (conflict === null) throw nothingToShow();
    const target =
      restoring === null
        ? (rounds.at(-1)?.staged ?? revisions.at(-1)?.files)
        : filesOfSide(run.state, { kind: 'round', round: restoring });
    if (target === undefined || target === null || target === 'disk') throw nothingToShow();
    const files = compareSides(run.state.brief.brief.artifacts, conflict.found, target);
    await this.#show(run, t('Yours ↔ what the run would write'), files, true);
  }

  /** A revision of the run as it was just made: before and after of that round. */
  async #showRevision(run: ComparedRun, event: RunEvent): Promise<void> {
    if (event.type !== 'revision' || !event.changed || event.origin !== 'implementor') return;
    if (!editorSettings(run.root).settings.autoOpenDiff) return;
    try {
      const { round } = event;
      await this.#compare(run, { kind: 'before', round }, { kind: 'round', round }, false);
    } catch (error) {
      this.log.warn(`comparison of round ${event.round}: ${String(error)}`);
    }
  }

  async #compare(run: ComparedRun, from: TextSide, to: TextSide, asked: boolean): Promise<void> {
    const left = filesOfSide(run.state, from);
    const right = filesOfSide(run.state, to);
    if (left === null || right === null) throw nothingToShow();
    const files = compareSides(run.state.brief.brief.artifacts, left, right);
    const title = t('{from} ↔ {to}', { from: sideWords(from), to: sideWords(to) });
    await this.#show(run, title, files, asked);
  }

  async #show(
    run: ComparedRun,
    sides: string,
    files: readonly ComparedFile[],
    asked: boolean,
  ): Promise<void> {
    const name =
      files.length === 1
        ? (files[0]?.path.split('/').at(-1) ?? '')
        : t('{count} files', { count: files.length });
    const pairs = files.map((file) => pairOf(run, file, sides));
    await this.tab.show(`${name}: ${sides}`, pairs, asked);
  }
}

function pairOf(run: ComparedRun, file: ComparedFile, shownAs: string): DiffPair {
  const resource = vscode.Uri.joinPath(run.root, file.path);
  const uri = (side: FileRef | 'disk' | null): vscode.Uri =>
    side === 'disk'
      ? resource
      : revisionUri(
          run.root,
          run.state.runId,
          side ?? { path: file.path, hash: null, size: 0 },
          shownAs,
        );
  return { resource, from: uri(file.from), to: uri(file.to) };
}

function nothingToShow(): Refusal {
  return new Refusal('nothing-to-do', t('The run has no such text to compare.'));
}

/** A side of a comparison, as its title names it. */
export function sideWords(side: TextSide): string {
  switch (side.kind) {
    case 'start':
      return t('start');
    case 'latest':
      return t('last revision');
    case 'disk':
      return t('file now');
    case 'before':
      return t('before round {round}', { round: side.round });
    case 'unfinished':
      return t('unfinished work of round {round}', { round: side.round });
    case 'round':
      return side.round === 0 ? t('start') : t('round {round}', { round: side.round });
  }
}

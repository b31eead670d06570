import * as vscode from 'vscode';
import type { FileRef, RunEvent } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import { foldRun } from '../engine/build-verify/state';
import { isResumable } from '../engine/runner';
import { NodeWorkspace } from '../node/node-workspace';
import type { RunListing } from '../node/run-listing';
import { RunStore } from '../node/run-store';
import type { RunRef } from './run-ref';

/** A run as it lies on disk. */
export interface StoredRun {
  readonly root: vscode.Uri;
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  /** Another process drives it; null: nobody does. */
  readonly readOnly: { readonly owner: string | null } | null;
}

/** A run in the list of its folder. */
export interface ShelvedRun extends RunListing {
  readonly root: vscode.Uri;
}

/** The runs on disk: one store for each folder that holds runs. Reads only when asked, and never takes a lock to read. */
export class RunShelf {
  readonly #stores = new Map<string, RunStore>();
  readonly #more = new Map<string, vscode.Uri>();

  store(root: vscode.Uri): RunStore {
    const known = this.#stores.get(root.toString());
    if (known !== undefined) return known;
    const store = new RunStore(root.fsPath);
    this.#stores.set(root.toString(), store);
    return store;
  }

  /** Counts a folder outside the workspace in: where a recorded example works. */
  include(root: vscode.Uri): void {
    this.#more.set(root.toString(), root);
  }

  /** The runs of the workspace folders and of those counted in that can be shown, newest first. */
  async list(): Promise<ShelvedRun[]> {
    const roots = [
      ...(vscode.workspace.workspaceFolders ?? [])
        .map((folder) => folder.uri)
        .filter((uri) => uri.scheme === 'file'),
      ...this.#more.values(),
    ];
    const lists = await Promise.all(
      roots.map(async (root) =>
        (await this.store(root).list()).map((listing) => ({ ...listing, root })),
      ),
    );
    return lists
      .flat()
      .filter((run) => run.problem === null)
      .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  }

  /**
   * Reads a run.
   * @throws JournalError when it is gone, damaged, or of a newer version
   */
  async load({ root, runId }: RunRef): Promise<StoredRun> {
    const { events, owner } = await this.store(root).read(runId);
    const readOnly = owner === null ? null : { owner };
    return { root, state: foldRun(events), events, readOnly };
  }

  /** Text of a snapshot, as the run saw it. */
  async text({ root, runId }: RunRef, file: FileRef): Promise<string> {
    const store = this.store(root);
    return new NodeWorkspace(store.root, store.folderOf(runId)).text(file);
  }
}

/** Whether nobody drives a listed run and something is left of it to go on with. */
export function canResume(run: RunListing): boolean {
  return run.owner === null && !finished.has(run.outcome ?? '');
}

const finished: ReadonlySet<string> = new Set(['success', 'success-with-residual', 'audited']);

/** As `canResume`, for a run whose state is known. */
export function stateCanResume(run: StoredRun): boolean {
  return run.readOnly === null && isResumable(run.state);
}

import type { RunState } from '../engine/build-verify/run-state';
import { Disposable } from '../util/disposable';
import { Emitter } from '../util/emitter';
import type { DriveRun, LiveRun, LiveRunChange } from './live-run';

export type RunChange =
  | { readonly kind: 'started' }
  | LiveRunChange
  | { readonly kind: 'finished'; readonly state: RunState }
  /** The session gave up; the journal holds what was done. */
  | { readonly kind: 'failed'; readonly error: unknown };

export interface RunNews {
  readonly run: LiveRun;
  readonly change: RunChange;
}

/** The runs of this window: at most one a workspace folder. */
export class RunService extends Disposable {
  readonly #news: Emitter<RunNews>;
  readonly onDidChange;
  readonly #runs = new Map<string, LiveRun>();
  readonly #drives = new Map<string, Promise<RunState | null>>();

  constructor(onListenerError: (error: unknown) => void) {
    super();
    this.#news = this.own(new Emitter<RunNews>(onListenerError));
    this.onDidChange = this.#news.event;
  }

  get runs(): readonly LiveRun[] {
    return [...this.#runs.values()];
  }

  /** The living run of a workspace folder (URI as a string). */
  inFolder(root: string): LiveRun | null {
    return this.#runs.get(root) ?? null;
  }

  /** The living run of that id. */
  find(runId: string): LiveRun | null {
    return this.runs.find((run) => run.state?.runId === runId) ?? null;
  }

  /**
   * Drives `run` to its end. Its failure is news, not a rejection.
   * @returns the last state, or null when the session gave up
   * @throws FolderBusyError when the folder has a living run
   */
  drive(run: LiveRun, drive: DriveRun): Promise<RunState | null> {
    if (this.#runs.has(run.root)) throw new FolderBusyError(run.root);
    this.#runs.set(run.root, run);
    const done = this.#drive(run, drive);
    this.#drives.set(run.root, done);
    return done;
  }

  /**
   * Whether a folder has no living run. One that has reached its end and is still writing its report is waited for.
   */
  async isFree(root: string): Promise<boolean> {
    if ((this.#runs.get(root)?.state?.ended ?? null) !== null) await this.#drives.get(root);
    return !this.#runs.has(root);
  }

  async #drive(run: LiveRun, drive: DriveRun): Promise<RunState | null> {
    const listening = run.onDidChange((change) => this.#news.fire({ run, change }));
    this.#news.fire({ run, change: { kind: 'started' } });
    let change: RunChange;
    try {
      change = { kind: 'finished', state: await run.drive(drive) };
    } catch (error) {
      change = { kind: 'failed', error };
    }
    listening.dispose();
    this.#runs.delete(run.root);
    this.#drives.delete(run.root);
    this.#news.fire({ run, change });
    run.dispose();
    return change.kind === 'finished' ? change.state : null;
  }
}

/** One run at a time works in a workspace folder. */
export class FolderBusyError extends Error {
  override readonly name = 'FolderBusyError';

  constructor(readonly root: string) {
    super(`A run is already working in ${root}`);
  }
}

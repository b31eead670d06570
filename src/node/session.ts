import { homedir } from 'node:os';
import {
  journalVersion,
  type EventBody,
  type FileRef,
  type RunEvent,
} from '../engine/build-verify/events';
import { sameContent } from '../engine/build-verify/content';
import { findRound, restorableFiles } from '../engine/build-verify/queries';
import { reportJson, reportMarkdown } from '../engine/build-verify/report';
import type { RunState } from '../engine/build-verify/run-state';
import type { RunStart } from '../engine/build-verify/start';
import { evolve, foldRun } from '../engine/build-verify/state';
import type { Decider, ModelFor, RunProgress, Workspace } from '../engine/ports';
import { runLoop, type RunStep } from '../engine/runner';
import { redact } from '../util/redact';
import { ArtifactError } from './artifact-error';
import { NodeWorkspace } from './node-workspace';
import { RunLockedError } from './run-lock';
import type { OpenRun, RunStore } from './run-store';
import { systemClock } from './system-clock';

/** What a host brings to a run: the models, the person, and the Stop button. */
export interface SessionInit {
  readonly store: RunStore;
  readonly modelFor: ModelFor;
  readonly decider: Decider;
  readonly progress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
  /** Stands between a run and the person's files (an editor's unsaved text); absent: nothing does. */
  readonly guard?: (run: OpenRun) => Workspace;
}

/**
 * Runs a new run to its end: owns it, journals it, and writes its report.
 * @returns the last state
 * @throws ArtifactError before anything is written when an artifact cannot be used; later for a full disk (the run then resumes)
 */
export async function* startSession(
  init: SessionInit,
  start: RunStart,
): AsyncGenerator<RunStep, RunState> {
  const { store } = init;
  const workspace = new NodeWorkspace(store.root, store.folderOf(start.runId));
  await workspace.check(start.brief.artifacts, start.options.mode === 'loop');
  const run = await store.create(start.runId);
  return yield* drive(init, run, [], start, null);
}

/**
 * Takes a run up where its journal ends. A run that ended for good gives its state back at once.
 * @throws RunLockedError when another process owns it; JournalError when its journal cannot be read
 */
export async function* resumeSession(
  init: SessionInit,
  runId: string,
): AsyncGenerator<RunStep, RunState> {
  const run = await ownedRun(init.store, runId);
  const past = [...run.events];
  let left: FileRef[] | null;
  try {
    await run.workspace.sweep(foldRun(past).brief.brief.artifacts);
    left = await unfinishedWork(run);
    if (run.torn > 0) {
      const text = `The last line of the journal was cut off by a crash (${String(run.torn)} bytes); what it said is done again.`;
      const step = await append(run, past, { type: 'notice', code: 'journal.torn', text });
      past.push(step.event);
      yield step;
    }
  } catch (error) {
    await run.release();
    throw error;
  }
  return yield* drive(init, run, past, null, left);
}

/** There is no text of that name in the run: told apart by its reason. */
export class NothingToRestoreError extends RangeError {
  override readonly name = 'NothingToRestoreError';

  constructor(
    readonly reason: 'no-text' | 'no-unfinished' | 'no-restore',
    message: string,
  ) {
    super(message);
  }
}

/** Which text is put back: that of round k, what round k's Implementor had staged without ending in DONE, the start, or (undo) what
 * the last restore replaced. */
export type RestoreTarget =
  { readonly round: number } | { readonly unfinished: number } | 'start' | 'undo';

/**
 * Puts back what the files were, while no session works on the run (rulings 5: unfinished work too). What is on disk is kept as a
 * snapshot first, so that this too can be undone. Journaled as a revision.
 * @returns the files as they are now
 * @throws RunLockedError while a session lives; NothingToRestoreError when there is no such text; ArtifactError
 */
export async function restoreRevision(
  store: RunStore,
  runId: string,
  target: RestoreTarget,
): Promise<FileRef[]> {
  const run = await ownedRun(store, runId);
  try {
    const state = foldRun(run.events);
    const wanted = wantedFiles(run.events, state, target);
    const { workspace } = run;
    const found = await workspace.snapshotAnything(wanted.files.map(({ path }) => path));
    const seen = state.revisions.at(-1)?.files ?? [];
    if (sameContent(found, wanted.files) && sameContent(seen, wanted.files)) return found;
    const result = await workspace.publish(wanted.files, found);
    if (result.kind === 'conflict') throw new ArtifactError('changed', result.found[0]?.path ?? '');
    await append(run, run.events, {
      type: 'revision',
      round: state.rounds.at(-1)?.number ?? 0,
      origin: 'restore',
      files: [...wanted.files],
      changed: !sameContent(seen, wanted.files),
      restoredRound: wanted.round,
      replaced: sameContent(found, seen) ? null : found,
    });
    return [...wanted.files];
  } finally {
    await run.release();
  }
}

/** A session is the loop with its journal, its lock and, at the end, its report. */
async function* drive(
  init: SessionInit,
  run: OpenRun,
  past: readonly RunEvent[],
  start: RunStart | null,
  unfinished: readonly FileRef[] | null,
): AsyncGenerator<RunStep, RunState> {
  // Whoever stops listening stops the run: it must not go on without its lock.
  const left = new AbortController();
  try {
    const state = yield* runLoop({
      ports: {
        modelFor: init.modelFor,
        workspace: init.guard?.(run) ?? run.workspace,
        journal: run.journal,
        clock: systemClock,
        decider: init.decider,
      },
      past,
      start,
      progress: init.progress,
      signal: AbortSignal.any([init.signal, left.signal]),
      unfinished,
    });
    await finish(init.store, run, state);
    return state;
  } finally {
    left.abort();
    await run.release();
  }
}

/** The report is a fold of the journal as it lies on disk; keys and home paths are taken out of it (rulings 30). */
async function finish(store: RunStore, run: OpenRun, state: RunState): Promise<void> {
  if (state.ended === null) return;
  const { events } = await store.read(run.id);
  const clean = (text: string): string => redact(text, homedir());
  await run.writeReport(
    clean(reportMarkdown(state, events)),
    cleanTexts(reportJson(state, events), clean),
  );
  await run.dropStaging();
}

/** A JSON value with every text in it cleaned. */
function cleanTexts(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cleanTexts(item, clean)]),
  );
}

async function ownedRun(store: RunStore, runId: string): Promise<OpenRun> {
  const run = await store.open(runId);
  if (run.readOnly) throw new RunLockedError(runId, run.owner ?? 'nobody: its folder is read-only');
  return run;
}

async function append(run: OpenRun, past: readonly RunEvent[], body: EventBody): Promise<RunStep> {
  const at = new Date(systemClock.now()).toISOString();
  const event: RunEvent = { ...body, v: journalVersion, seq: past.length, at };
  await run.journal.append(event, true);
  return { event, state: evolve(foldRun(past), event) };
}

/** Staged text that a dead process left and that no event knows. */
async function unfinishedWork(run: OpenRun): Promise<FileRef[] | null> {
  const left = await run.workspace.leftover();
  if (left === null) return null;
  const known = run.events.some(
    (event) => event.type === 'call' && event.staged !== null && sameContent(event.staged, left),
  );
  return known ? null : left;
}

function wantedFiles(
  events: readonly RunEvent[],
  state: RunState,
  target: RestoreTarget,
): { readonly files: readonly FileRef[]; readonly round: number | null } {
  if (target === 'undo') return undone(events, state);
  if (target !== 'start' && 'unfinished' in target) {
    const files = findRound(state, target.unfinished)?.unfinished ?? null;
    if (files === null) {
      const why = `Round ${String(target.unfinished)} left no unfinished work.`;
      throw new NothingToRestoreError('no-unfinished', why);
    }
    // No Critic has audited this text, so there are no findings on it to go on from.
    return { files, round: null };
  }
  const round = target === 'start' ? 0 : target.round;
  const files = restorableFiles(state, round);
  if (files === null) {
    throw new NothingToRestoreError('no-text', `Round ${String(round)} has no text to restore.`);
  }
  return { files, round };
}

/** What the last restore replaced: the person's own text where there was one, else the revision before it. */
function undone(
  events: readonly RunEvent[],
  state: RunState,
): { readonly files: readonly FileRef[]; readonly round: number | null } {
  const last = events.findLast((event) => event.type === 'revision');
  if (last?.origin !== 'restore') {
    const why = 'There is no restore to undo: the last revision is not one.';
    throw new NothingToRestoreError('no-restore', why);
  }
  const files = last.replaced ?? state.revisions.at(-2)?.files;
  if (files === undefined) {
    throw new NothingToRestoreError('no-restore', 'There is nothing before this restore.');
  }
  const round = state.rounds.findLast(({ number }) => {
    const candidate = restorableFiles(state, number);
    return candidate !== null && sameContent(candidate, files);
  });
  return { files, round: round?.number ?? null };
}

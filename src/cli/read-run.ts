import path from 'node:path';
import type { FileRef, RunEvent } from '../engine/build-verify/events';
import { findRound, restorableFiles } from '../engine/build-verify/queries';
import type { RunState } from '../engine/build-verify/run-state';
import { foldRun } from '../engine/build-verify/state';
import { readBegun } from '../node/journal-file';
import { NodeWorkspace } from '../node/node-workspace';
import type { RunListing } from '../node/run-listing';
import type { RunStore } from '../node/run-store';
import { CliError } from './cli-error';
import { visibleLine } from './visible-text';

/** A run as it is on disk, read without its lock: it may be at work in another process. */
export interface ReadRun {
  readonly id: string;
  readonly folder: string;
  readonly journalFile: string;
  readonly events: readonly RunEvent[];
  readonly state: RunState;
  /** Text of a snapshot of this run. */
  readonly text: (file: FileRef) => Promise<string>;
}

/** The runs of the workspace, the newest first: ids are made from whole seconds, the first event knows better. */
export async function newestFirst(store: RunStore): Promise<RunListing[]> {
  const runs = await store.list();
  return runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

/**
 * The run that a name means: a whole id, an unambiguous start of one, or `last`.
 * @throws CliError when there is none, or more than one.
 */
export function runNamed(name: string, runs: readonly RunListing[]): RunListing {
  const [newest] = runs;
  if (newest === undefined) {
    throw new CliError('There are no runs in this workspace.', 'Start one with: bvl run --help');
  }
  if (name === 'last') return newest;
  const exact = runs.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const found = name === '' ? [] : runs.filter(({ id }) => id.startsWith(name));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const listed = found.slice(0, 5).map(({ id }) => id);
  throw first === undefined
    ? new CliError(`There is no run ${visibleLine(name)}.`, 'List them with: bvl runs')
    : new CliError(
        `${found.length} runs begin with ${visibleLine(name)}: ${listed.join(', ')}${found.length > 5 ? ', …' : ''}.`,
        'Give more of the id.',
      );
}

/** Reads a run by its name. @throws CliError as `runNamed`, JournalError when its journal cannot be read. */
export async function readRun(store: RunStore, name: string): Promise<ReadRun> {
  const { id } = runNamed(name, await newestFirst(store));
  const folder = store.folderOf(id);
  const journalFile = path.join(folder, 'events.jsonl');
  const { events } = await readBegun(journalFile);
  const workspace = new NodeWorkspace(store.root, folder);
  return {
    id,
    folder,
    journalFile,
    events,
    state: foldRun(events),
    text: (file) => workspace.text(file),
  };
}

/** The last round whose Implementor had staged something without ending in DONE; null: none. */
export function unfinishedRound(state: RunState): number | null {
  return state.rounds.findLast(({ unfinished }) => unfinished !== null)?.number ?? null;
}

/**
 * The files of a revision as a person names it: a round's number, `start`, `end`, or `unfinished` (rulings 5).
 * @throws CliError when the run has no such revision.
 */
export function revisionNamed(name: string, state: RunState): readonly FileRef[] {
  const files = filesNamed(name, state);
  if (files !== null && files !== undefined) return files;
  const rounds = state.rounds
    .map(({ number }) => number)
    .filter((number) => restorableFiles(state, number) !== null);
  const more = unfinishedRound(state) === null ? [] : ['unfinished'];
  throw new CliError(
    `Run ${state.runId} has no text of ${visibleLine(/^\d+$/.test(name) ? `round ${name}` : name)}.`,
    `It has: ${['start', ...rounds, 'end', ...more].join(', ')}`,
  );
}

function filesNamed(name: string, state: RunState): readonly FileRef[] | null | undefined {
  switch (name) {
    case 'end':
      return state.revisions.at(-1)?.files;
    case 'start':
      return restorableFiles(state, 0);
    case 'unfinished':
      return findRound(state, unfinishedRound(state))?.unfinished;
    default:
      return /^\d{1,6}$/.test(name) ? restorableFiles(state, Number(name)) : null;
  }
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileRef } from '../../engine/build-verify/events';
import type { RunState } from '../../engine/build-verify/run-state';
import { RunLockedError } from '../../node/run-lock';
import { restoreRevision, type RestoreTarget } from '../../node/session';
import { hashBytes } from '../../node/snapshots';
import type { CommandContext } from '../command-context';
import { askWords } from '../choice-questions';
import { CliError } from '../cli-error';
import { exitCodes, type ExitCode } from '../exit-code';
import { LineReader } from '../line-reader';
import {
  newestFirst,
  readRun,
  revisionNamed,
  runNamed,
  unfinishedRound,
  type ReadRun,
} from '../read-run';
import { visibleLine } from '../visible-text';

/** `bvl restore RUN R`, `start`, `unfinished` or `undo`: puts back what the artifact was. */
export async function restoreRun(
  context: CommandContext,
  name: string,
  what: string,
): Promise<ExitCode> {
  const { store, terminal } = context;
  const listing = runNamed(name, await newestFirst(store));
  if (listing.owner !== null) throw new RunLockedError(listing.id, listing.owner);
  const run = await readRun(store, listing.id);
  const target = targetNamed(what, run.state);
  const others = await changedOutside(run, context.root, what);
  if (others.length > 0 && !(await mayReplace(context, run.id, others))) {
    terminal.line('Nothing was changed.');
    return context.signals.signal.aborted ? exitCodes.interrupted : exitCodes.success;
  }
  try {
    const files = await restoreRevision(store, run.id, target);
    const done = (await store.read(run.id)).events.length > run.events.length;
    for (const file of files) terminal.line(fileWords(file, revisionWords(what, run.state), done));
    if (done) {
      const undo = `bvl restore ${run.id} undo`;
      terminal.line(what === 'undo' ? `Take this back: ${undo}` : `Undo: ${undo}`);
    }
    return exitCodes.success;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(error.message, `Look at the run with: bvl show ${run.id}`, { cause: error });
  }
}

function targetNamed(what: string, state: RunState): RestoreTarget {
  if (what === 'undo' || what === 'start') return what;
  if (what === 'end') {
    throw new CliError(
      'The end of a run is what restore starts from.',
      'Name a round, start, unfinished, or undo.',
    );
  }
  revisionNamed(what, state);
  const unfinished = unfinishedRound(state);
  return what === 'unfinished' && unfinished !== null ? { unfinished } : { round: Number(what) };
}

/** `as of round 2`, `as it was before the restore`. */
function revisionWords(what: string, state: RunState): string {
  switch (what) {
    case 'undo':
      return 'as it was before the restore';
    case 'start':
    case '0':
      return 'as of the start';
    case 'unfinished':
      return `as of the unfinished work of round ${unfinishedRound(state) ?? 0}`;
    default:
      return `as of round ${Number(what)}`;
  }
}

/** @param done false when the file was that text already */
function fileWords({ path: file, hash }: FileRef, as: string, done: boolean): string {
  const name = visibleLine(file);
  if (!done) return `${name} is already ${as}${hash === null ? ' (it does not exist)' : ''}.`;
  return hash === null ? `Removed ${name}: it does not exist ${as}.` : `Restored ${name} ${as}.`;
}

/** Files that are neither what the run last saw nor the text that is to be put back: somebody has changed them since. */
async function changedOutside(run: ReadRun, root: string, what: string): Promise<string[]> {
  const seen = run.state.revisions.at(-1)?.files ?? [];
  const wanted = what === 'undo' ? [] : revisionNamed(what, run.state);
  const changed: string[] = [];
  for (const { path: file, hash } of seen) {
    const bytes = await readFile(path.join(root, file)).catch(() => null);
    const found = bytes === null ? null : hashBytes(bytes);
    const target = wanted.find((one) => one.path === file);
    if (found !== hash && found !== target?.hash) changed.push(file);
  }
  return changed;
}

/** Asks where a person can be asked, and says it where not: nothing is lost either way, since what is there is kept. */
async function mayReplace(
  { terminal, signals }: CommandContext,
  runId: string,
  files: readonly string[],
): Promise<boolean> {
  const names = files.map(visibleLine).join(', ');
  terminal.note(
    `${names} was changed since the run last saw it. What is there now is kept; bring it back with: bvl restore ${runId} undo`,
  );
  if (!terminal.interactive) return true;
  const reader = await LineReader.open(terminal, signals.signal, () => signals.stop());
  try {
    const answer = await askWords(reader, 'Replace it (y/N): ');
    return /^y(?:es)?$/i.test(answer ?? '');
  } finally {
    reader.close();
  }
}

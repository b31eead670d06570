import type { RunState } from '../../engine/build-verify/run-state';
import { RunLockedError } from '../../node/run-lock';
import { restoreRevision, type RestoreTarget } from '../../node/session';
import type { CommandContext } from '../command-context';
import { CliError } from '../cli-error';
import { exitCodes, type ExitCode } from '../exit-code';
import { newestFirst, readRun, revisionNamed, runNamed, unfinishedRound } from '../read-run';
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
  try {
    const files = await restoreRevision(store, run.id, target);
    const of =
      what === 'undo'
        ? 'before the last restore'
        : what === 'start' || what === '0'
          ? 'the start'
          : what === 'unfinished'
            ? `the unfinished work of round ${unfinishedRound(run.state) ?? 0}`
            : `round ${what}`;
    for (const { path, hash } of files) {
      terminal.line(
        hash === null
          ? `Removed ${visibleLine(path)}: it did not exist then (${of}).`
          : `Restored ${visibleLine(path)} as of ${of}.`,
      );
    }
    terminal.line(
      what === 'undo' ? `Again: bvl restore ${run.id} ROUND` : `Undo: bvl restore ${run.id} undo`,
    );
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

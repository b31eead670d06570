import { isResumable } from '../../engine/runner';
import { RunLockedError } from '../../node/run-lock';
import type { RunListing } from '../../node/run-listing';
import { resumeSession } from '../../node/session';
import type { CommandContext } from '../command-context';
import { CliError } from '../cli-error';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-code';
import type { ResumeFlags } from '../flags';
import { liveSource } from '../model-source';
import { refuseOtherRun } from '../recording-fit';
import { recordedSource, recordingNamed } from '../recorded-source';
import { outcomeWords } from '../../engine/build-verify/wording';
import type { RunState } from '../../engine/build-verify/run-state';
import { newestFirst, readRun, runNamed } from '../read-run';
import { driveRun } from '../run-driver';
import { RunRecording } from '../run-recording';
import { sourceLines } from '../source-lines';

/** `bvl resume [RUN]`: goes on with a run that was stopped, cut off, or ended with a question. */
export async function resumeRun(
  context: CommandContext,
  name: string | null,
  flags: ResumeFlags,
): Promise<ExitCode> {
  const { store, terminal, root } = context;
  const runs = await newestFirst(store);
  const listing = name === null ? unfinished(runs) : runNamed(name, runs);
  if (listing.owner !== null) throw new RunLockedError(listing.id, listing.owner);
  const run = await readRun(store, listing.id);
  const { ended } = run.state;
  if (ended !== null && !isResumable(run.state)) {
    terminal.note(
      `Run ${run.id} has ended: ${outcomeWords(ended.outcome)}. There is nothing to go on with.`,
    );
    return exitCodeOf(ended.outcome);
  }
  const [start] = run.events;
  if (start?.type !== 'run.started') throw new RangeError('A journal begins with run.started.');
  const wanted = flags.model ?? modelOf(run.state);
  const recorded = await recordingNamed(wanted, context.cwd);
  if (recorded !== null) refuseOtherRun(recorded, run.state);
  const source =
    recorded === null ? liveSource(wanted, context.env) : recordedSource(recorded, terminal);
  const recording = await RunRecording.to(
    flags.record ?? null,
    context,
    source.model.name,
    start.brief.artifacts,
  );
  for (const line of await sourceLines(source, start, root)) terminal.note(line);
  if (flags.json !== true) {
    terminal.line(terminal.style.bold(`Run ${run.id}, taken up again`));
  }
  return driveRun({
    store,
    terminal,
    signals: context.signals,
    source,
    runId: run.id,
    past: run.events,
    json: flags.json === true,
    recording,
    failOn: 'high',
    session: (init) => resumeSession(init, run.id),
  });
}

/** The newest run that can go on. */
function unfinished(runs: readonly RunListing[]): RunListing {
  const found = runs.find(
    ({ outcome, problem }) =>
      problem === null && (outcome === null || exitCodeOf(outcome) !== exitCodes.success),
  );
  if (found !== undefined) return found;
  throw new CliError(
    'There is no run in this workspace that could go on.',
    runs.length === 0 ? 'Start one with: bvl run --help' : 'List them with: bvl runs',
  );
}

/**
 * The model a stored run ran on last, as `--model` would name it.
 * @throws CliError for a recorded run: a journal does not say where its recording lies.
 */
function modelOf(state: RunState): string | null {
  const [name = ''] = Object.values(state.models);
  const live = /^anthropic: (\S+)$/.exec(name)?.[1];
  if (live !== undefined) return `anthropic:${chosenModel(state) ?? live}`;
  if (!name.startsWith('recorded run: ')) return null;
  throw new CliError(
    `Run ${state.runId} replays a recording (${name.slice('recorded run: '.length)}), which has to be named again.`,
    `Use: bvl resume ${state.runId} --model recorded:FILE`,
  );
}

/** The model that a person took for a retry, the last one (row 2, "other model"); null: none. */
function chosenModel({ decisions }: RunState): string | null {
  const ids = decisions.flatMap(({ choice }) =>
    choice.kind === 'retry' && choice.model !== undefined ? [choice.model] : [],
  );
  return ids.at(-1) ?? null;
}

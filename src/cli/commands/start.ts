import path from 'node:path';
import type { RunOptions } from '../../engine/build-verify/events';
import { prepareRun } from '../../engine/build-verify/start';
import { recordedLenses, withRecordedCritics } from '../../models/recorded-lenses';
import { artifactPath } from '../../node/find-root';
import { startSession } from '../../node/session';
import { readBriefSource } from '../brief-source';
import type { CommandContext } from '../command-context';
import type { ExitCode, FailOn } from '../exit-code';
import type { RunFlags, StartFlags } from '../flags';
import { workspaceLenses } from '../lens-files';
import { liveSource, modelNames } from '../model-source';
import { baseOfRecording, recordedSource, recordingNamed } from '../recorded-source';
import { driveRun } from '../run-driver';
import { RunRecording } from '../run-recording';
import { sourceLines } from '../source-lines';
import { startInput } from '../start-input';

/** `bvl run` and `bvl audit`: from the flags to a run at its end. */
export async function startRun(
  context: CommandContext,
  mode: RunOptions['mode'],
  flags: StartFlags & Partial<RunFlags>,
  failOn: FailOn,
): Promise<ExitCode> {
  const { root, cwd, store, terminal, env } = context;
  const wanted = flags.model ?? null;
  const recorded = await recordingNamed(wanted, cwd);
  const { lenses, problems } = await workspaceLenses(root);
  for (const problem of problems) terminal.note(problem);
  const input = startInput({
    mode,
    flags,
    base:
      flags.brief !== undefined
        ? await readBriefSource(path.resolve(cwd, flags.brief))
        : recorded === null
          ? null
          : baseOfRecording(recorded),
    lenses: recorded === null ? lenses : [...lenses, ...recordedLenses(recorded)],
    workspacePath: (typed) => (typed.trim() === '' ? '' : artifactPath(root, cwd, typed) || '.'),
  });
  const source = recorded === null ? liveSource(wanted, env) : recordedSource(recorded, terminal);
  const prepared = prepareRun({
    runId: store.newRunId(new Date()),
    brief: input.brief,
    options: input.options,
    lenses: input.lenses,
    perspective: null,
    models: modelNames(source),
    program: context.program,
  });
  const start = recorded === null ? prepared : withRecordedCritics(prepared, recorded);
  const recording = await RunRecording.to(
    flags.record ?? null,
    context,
    source.model.name,
    start.brief.artifacts,
  );
  for (const line of await sourceLines(source, start, root)) terminal.note(line);
  return driveRun({
    store,
    terminal,
    signals: context.signals,
    source,
    runId: start.runId,
    past: [],
    json: flags.json === true,
    recording,
    failOn,
    session: (init) => startSession(init, start),
  });
}

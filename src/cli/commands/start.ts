import path from 'node:path';
import type { RunOptions } from '../../engine/build-verify/events';
import { prepareRun } from '../../engine/build-verify/start';
import { recordedLenses, withRecordedCritics } from '../../models/recorded-lenses';
import { artifactPath } from '../../node/find-root';
import { NodeWorkspace } from '../../node/node-workspace';
import { startSession } from '../../node/session';
import { readBriefSource } from '../brief-source';
import { CliError } from '../cli-error';
import type { CommandContext } from '../command-context';
import { criteriaLines } from '../criteria-lines';
import type { ExitCode, FailOn } from '../exit-code';
import type { RunFlags, StartFlags } from '../flags';
import { workspaceLenses } from '../lens-files';
import { liveSource, modelNames } from '../model-source';
import { costWords } from '../number-words';
import { refuseMisfit } from '../recording-fit';
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
  const runId = store.newRunId(new Date());
  const workspace = new NodeWorkspace(root, store.folderOf(runId));
  await workspace.check(input.brief.artifacts, mode === 'loop');
  if (recorded === null) refuseCostBudget(input.options);
  const source = recorded === null ? liveSource(wanted, env) : recordedSource(recorded, terminal);
  const prepared = prepareRun({
    runId,
    brief: input.brief,
    options: input.options,
    lenses: input.lenses,
    perspective: null,
    models: modelNames(source),
    program: context.program,
  });
  const start = recorded === null ? prepared : withRecordedCritics(prepared, recorded);
  if (recorded !== null) await refuseMisfit(recorded, start, root);
  const recording = await RunRecording.to(
    flags.record ?? null,
    context,
    source.model.name,
    start.brief.artifacts,
  );
  for (const line of criteriaLines(start.brief.criteria)) terminal.note(line);
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

/** The terminal knows no prices, so a cost budget would seem to hold and never would. @throws CliError */
function refuseCostBudget({ budget }: RunOptions): void {
  if (budget.cost === null) return;
  throw new CliError(
    `The cost budget of ${costWords(budget.cost)} cannot be held: no price of the model is known in the terminal.`,
    'Take cost out of the budget in the brief file; --budget-tokens N and --budget-seconds N do hold.',
  );
}

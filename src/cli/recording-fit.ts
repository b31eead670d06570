import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunState } from '../engine/build-verify/run-state';
import type { RunStart } from '../engine/build-verify/start';
import { misfits, type Misfit, type PresentFile } from '../models/recorded-fit';
import type { Recording } from '../models/recording';
import { decodeBytes } from '../node/encoding';
import { CliError } from './cli-error';
import { visibleLine } from './visible-text';

/**
 * Looks whether a new run can be a replay of this recording, before anything of it is written.
 * @param root workspace folder
 * @throws CliError that names everything that differs, and the next step
 */
export async function refuseMisfit(
  recording: Recording,
  start: RunStart,
  root: string,
): Promise<void> {
  const files = await Promise.all(start.brief.artifacts.map((file) => present(root, file)));
  const found = misfits(recording, start, files);
  if (found.length > 0) throw misfitError(recording, found);
}

/** Looks whether a stored run can go on with this recording. @throws CliError when no call of it is for the run's brief */
export function refuseOtherRun(recording: Recording, state: RunState): void {
  const known = recording.calls.some(({ briefHash }) => briefHash === state.brief.hash);
  if (known) return;
  throw new CliError(
    `The recording "${visibleLine(recording.title)}" does not fit run ${state.runId}: none of its calls is for the brief as it stands there.`,
    `Name the recording the run began with, or a live model: bvl resume ${state.runId} --model anthropic:ID`,
  );
}

function misfitError(recording: Recording, found: readonly Misfit[]): CliError {
  const lines = found.map(({ text }) => `  ${visibleLine(text)}`);
  const abouts = new Set(found.map(({ about }) => about));
  const steps = [
    ...(abouts.has('brief') || abouts.has('lenses') || abouts.has('options')
      ? [
          'A recording brings its own brief, lenses and options: leave them out (bvl run --model recorded:FILE).',
        ]
      : []),
    ...(abouts.has('artifact')
      ? [
          'Put the recorded text back first; where a run changed it: bvl restore RUN start (bvl runs lists them).',
        ]
      : []),
    ...(abouts.has('calls') ? ['Name another recording, or record the run again.'] : []),
  ];
  return new CliError(
    [
      `The recording "${visibleLine(recording.title)}" does not fit, so nothing was started:`,
      ...lines,
    ].join('\n'),
    steps.join('\n'),
  );
}

async function present(root: string, file: string): Promise<PresentFile> {
  const bytes = await readFile(path.join(root, file)).catch(() => null);
  if (bytes === null) return { path: file, text: null };
  const decoded = decodeBytes(bytes);
  return { path: file, text: 'text' in decoded ? decoded.text : '' };
}

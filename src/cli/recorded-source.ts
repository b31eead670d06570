import path from 'node:path';
import { promptVersion } from '../engine/roles';
import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Decider } from '../engine/ports';
import { recordedDecisions, recordedModel } from '../models/recorded';
import { parseRecording, type Recording } from '../models/recording';
import { systemClock } from '../node/system-clock';
import { readTextFile } from './brief-source';
import { choiceWords } from './choice-words';
import { CliError } from './cli-error';
import { findingName, labelled } from './finding-lines';
import type { ModelSource } from './model-source';
import type { StartBase } from './start-input';
import type { Terminal } from './terminal';
import { showPrompt } from './terminal-decider';
import { visibleLine, visibleText } from './visible-text';

/**
 * The recording that `--model recorded:FILE` names; null for a live model.
 * @throws CliError when it cannot be replayed.
 */
export async function recordingNamed(
  wanted: string | null,
  cwd: string,
): Promise<Recording | null> {
  const file = /^recorded:([^]+)$/.exec(wanted ?? '')?.[1];
  return file === undefined ? null : loadRecording(path.resolve(cwd, file));
}

/** @throws CliError for a file that is no recording, a damaged one, or one of another version. */
async function loadRecording(path: string): Promise<Recording> {
  const parsed = parseRecording(await readTextFile(path, 'recording'));
  if (!('error' in parsed)) return parsed;
  throw new CliError(
    `The recording ${visibleLine(path)} cannot be replayed. ${parsed.error}`,
    'Name another file with --model recorded:FILE.',
  );
}

/** A recording as the model of a run. In a pipe it goes as fast as it can; on a terminal as one can follow. */
export function recordedSource(recording: Recording, terminal: Terminal): ModelSource {
  return {
    model: recordedModel(recording, {
      clock: systemClock,
      promptVersion,
      ...paceOf(terminal),
      notice: (_, text) => terminal.note(`Note: ${visibleText(text)}`),
    }),
    recording,
    other: null,
    customHost: false,
  };
}

/** The brief and options a recording was made with, so that it can be replayed without naming them again. */
export function baseOfRecording(recording: Recording): StartBase {
  return { input: recording.brief, options: recording.options, lenses: recording.lenses };
}

/**
 * Answers with the recording's own decisions, and says so; the person is asked where it has none.
 * @param ready resolves when everything that led to the question is on the terminal
 * @param quiet nothing is shown (`--json`)
 */
export function recordedDecider(
  recording: Recording,
  person: Decider,
  terminal: Terminal,
  ready: () => Promise<void>,
  quiet: boolean,
): Decider {
  const recorded = recordedDecisions(recording, { clock: systemClock, ...paceOf(terminal) });
  return {
    decide: async (prompt, signal) => {
      await ready();
      const choice = await recorded.decide(prompt, signal);
      if (choice === null || signal.aborted) return person.decide(prompt, signal);
      if (!quiet) {
        showPrompt(prompt, terminal);
        const layout = { columns: terminal.columns, style: terminal.style };
        const words = visibleText(choiceWords(choice, nameIn(prompt)));
        for (const line of labelled('Answered by the recording:', words, layout))
          terminal.line(line);
      }
      return choice;
    },
  };
}

function nameIn(prompt: DecisionPrompt): (key: string) => string {
  return (key) => {
    const finding = prompt.findings.find((one) => one.key === key);
    return finding === undefined ? key : findingName(finding);
  };
}

function paceOf(terminal: Terminal): { pace?: number } {
  return terminal.live ? {} : { pace: 0 };
}

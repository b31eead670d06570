import type { RunOptions } from '../engine/build-verify/events';
import type { RunStart } from '../engine/build-verify/start';
import { redact } from '../util/redact';
import { english } from '../util/translate';
import { findCall } from './recorded-match';
import type { RecordedFile, Recording } from './recording';

/** An artifact file as it is now. */
export interface PresentFile {
  readonly path: string;
  /** Decoded; null: it does not exist. */
  readonly text: string | null;
}

/** What of a run differs from a recording, by what a person can change about it. */
export interface Misfit {
  readonly about: 'brief' | 'lenses' | 'options' | 'artifact' | 'calls';
  readonly text: string;
}

/**
 * What keeps a new run from being a replay of this recording, as far as that shows before anything runs; empty: nothing. Limits (cap,
 * budget) may differ: they only decide when a person is asked.
 * @param files the artifact on disk
 */
export function misfits(
  recording: Recording,
  start: RunStart,
  files: readonly PresentFile[],
): Misfit[] {
  const found = [
    ...briefMisfits(recording, start),
    ...lensMisfits(recording, start),
    ...optionMisfits(recording.options, start.options),
    ...recording.files.flatMap((file) => fileMisfits(file, files)),
  ];
  return found.length > 0 ? found : firstCallMisfits(recording, start);
}

function briefMisfits(recording: Recording, { brief }: RunStart): Misfit[] {
  const recorded = recording.brief;
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  return [
    ...(same(recorded.task, brief.task)
      ? []
      : [`the task is another one (recorded: ${recorded.task})`]),
    ...(same(recorded.artifacts, brief.artifacts)
      ? []
      : [`the artifact is another one (recorded: ${recorded.artifacts.join(', ')})`]),
    ...(same(recorded.criteria, brief.criteria)
      ? []
      : ['the acceptance criteria are not the recorded ones']),
    ...(same(recorded.context, brief.context) ? [] : ['the context is not the recorded one']),
  ].map((text): Misfit => ({ about: 'brief', text }));
}

function lensMisfits(recording: Recording, start: RunStart): Misfit[] {
  const names = (critics: readonly { readonly lens: string }[]): string =>
    critics
      .map(({ lens }) => lens)
      .sort()
      .join(', ');
  const [recorded, now] = [names(recording.critics), names(start.critics)];
  return recorded === now
    ? []
    : [{ about: 'lenses', text: `the lenses are ${now}, recorded: ${recorded}` }];
}

function optionMisfits(recorded: RunOptions, now: RunOptions): Misfit[] {
  const texts: string[] = [];
  if (now.mode === 'loop' && recorded.mode === 'audit') texts.push('it is an audit, not a run');
  if (now.strictness !== recorded.strictness) {
    texts.push(`the strictness is ${now.strictness}, recorded: ${recorded.strictness}`);
  }
  if (now.mode === 'loop' && recorded.mode === 'loop') {
    if (now.baseline !== recorded.baseline) {
      texts.push(
        recorded.baseline
          ? 'it was recorded with a baseline audit'
          : 'it was recorded without a baseline audit',
      );
    }
    if (now.cleanRounds > recorded.cleanRounds) {
      texts.push(
        `${now.cleanRounds} clean rounds are asked for, recorded: ${recorded.cleanRounds}`,
      );
    }
    if (now.cleanRounds > 1 && now.confirmRounds === 'full' && recorded.confirmRounds !== 'full') {
      texts.push('its confirmation rounds were Critics only');
    }
  }
  return texts.map((text) => ({ about: 'options', text }));
}

function fileMisfits(file: RecordedFile, files: readonly PresentFile[]): Misfit[] {
  const present = files.find(({ path }) => path === file.path);
  if (present === undefined) return [];
  const { path } = file;
  if (file.hash === null) {
    return present.text === null
      ? []
      : [{ about: 'artifact', text: `${path} exists, and did not when it was recorded` }];
  }
  if (present.text === null) return [{ about: 'artifact', text: `${path} does not exist` }];
  return file.text === null || sameStart(present.text, file.text)
    ? []
    : [
        {
          about: 'artifact',
          text: `${path} is not as it was when the run was recorded`,
        },
      ];
}

/** Whether a text is the recorded one: line ends do not count, and a recording has its keys taken out. */
export function sameStart(text: string, recorded: string): boolean {
  return plainLines(redact(text, null)) === plainLines(recorded);
}

/** A view may give a text with its own line ends or with plain ones. */
function plainLines(text: string): string {
  return text.replace(/\r\n|\r/g, '\n');
}

/** The first phase of the run must be in the recording; what comes after it depends on what happens. */
function firstCallMisfits(recording: Recording, start: RunStart): Misfit[] {
  const { mode, baseline } = start.options;
  const first =
    mode === 'audit' || baseline
      ? start.critics.map(({ lens }) => ({ role: 'critic' as const, lens, round: 0 }))
      : [{ role: 'implementor' as const, lens: null, round: 1 }];
  return first.flatMap((place): Misfit[] => {
    const found = findCall(
      recording,
      { ...place, attempt: 1, briefHash: start.briefHash },
      english,
    );
    return 'differs' in found ? [{ about: 'calls', text: found.differs }] : [];
  });
}

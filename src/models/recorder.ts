import type { FileRef, RunEvent } from '../engine/build-verify/events';
import { foldRun } from '../engine/build-verify/state';
import { sha256 } from '../engine/hash';
import type { Workspace } from '../engine/ports';
import { builtInLenses, numberLenses } from '../engine/roles';
import { redact } from '../util/redact';
import {
  type RecordedCall,
  type RecordedFile,
  type Recording,
  recordingVersion,
} from './recording';

export interface RecordingMeta {
  /** Short name of the recorded run. */
  readonly title: string;
  /** How it was made. */
  readonly madeBy: string;
  /** The person's home folder, taken out of every text; null when unknown. */
  readonly home: string | null;
}

/** A larger starting file is kept by its hash only. */
const largestFile = 400_000;

/**
 * Makes a recording from the journal of a run, from whatever models: the journal holds every call, so a run that was stopped and
 * resumed is recorded whole. Keys and home paths are taken out (rulings 30). Calls that were cancelled are not in it.
 * @param files the artifact before the run, see `startingFiles`
 * @throws when the events do not begin with the start of a run
 */
export function recordRun(
  events: readonly RunEvent[],
  files: readonly RecordedFile[],
  meta: RecordingMeta,
): Recording {
  const start = events.find((event) => event.type === 'run.started');
  if (start === undefined) throw new Error('A recording needs the start of the run.');
  const state = foldRun(events);
  const clean = <T>(value: T): T => redactAll(value, meta.home) as T;
  const briefHashes = redactedBriefHashes(events, meta.home);
  const calls = events.flatMap((event): RecordedCall[] => {
    if (event.type !== 'call' || event.outcome.kind === 'cancelled') return [];
    const toolCalls = clean(event.toolCalls);
    const unchanged = JSON.stringify(toolCalls) === JSON.stringify(event.toolCalls);
    return [
      {
        role: event.role,
        lens: event.lens,
        round: event.round,
        attempt: event.attempt,
        briefHash: briefHashes.get(event.briefHash) ?? event.briefHash,
        systemHash: event.systemHash,
        promptHash: sha256(clean(event.prompt)),
        outcome: clean(event.outcome),
        reply: clean(event.reply),
        usage: event.usage,
        servedBy: event.servedBy,
        toolCalls,
        staged: unchanged ? event.staged : null,
      },
    ];
  });
  return {
    kind: 'bvl-recording',
    version: recordingVersion,
    title: meta.title,
    madeBy: clean(meta.madeBy),
    program: start.program,
    promptVersion: start.promptVersion,
    models: clean(start.models),
    brief: clean(start.brief),
    options: start.options,
    perspective: clean(start.implementor.perspective),
    lenses: lensNames(start.critics.map(({ lens }) => lens)),
    critics: clean(start.critics),
    files: files.map((file) => ({ ...file, text: clean(file.text) })),
    calls,
    decisions: events.flatMap((event) =>
      event.type === 'decision'
        ? [{ round: event.round, prompt: event.prompt, choice: clean(event.choice) }]
        : [],
    ),
    outcome: state.ended?.outcome ?? null,
  };
}

/** The artifact as it was before the run, with its texts, from the run's own snapshots. */
export async function startingFiles(
  events: readonly RunEvent[],
  workspace: Pick<Workspace, 'text'>,
): Promise<RecordedFile[]> {
  const snapshot = events.find((event) => event.type === 'start.snapshot');
  const read = async (file: FileRef): Promise<RecordedFile> => {
    const kept = file.hash !== null && file.size <= largestFile;
    return { ...file, text: kept ? await workspace.text(file) : null };
  };
  return Promise.all((snapshot?.files ?? []).map(read));
}

/** Every string in a value, keys of objects aside. */
function redactAll(value: unknown, home: string | null): unknown {
  if (typeof value === 'string') return redact(value, home);
  if (Array.isArray(value)) return value.map((item) => redactAll(item, home));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redactAll(item, home)]);
  return Object.fromEntries(entries) as unknown;
}

/** For each brief of the run the hash its redacted text has: that is what a replay of the recording will ask with. */
function redactedBriefHashes(
  events: readonly RunEvent[],
  home: string | null,
): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'run.started') {
      hashes.set(event.briefHash, sha256(redact(event.briefText, home)));
    } else if (event.type === 'decision' && event.brief !== null) {
      hashes.set(event.brief.hash, sha256(redact(event.brief.text, home)));
    }
  }
  return hashes;
}

/** The names of the lenses from the Critics' labels: a label is the lens's title, numbered when it stands twice. */
function lensNames(labels: readonly string[]): string[] {
  const plain = labels.map((label) => label.replace(/ \d+$/, ''));
  const titles = numberLenses(plain).every((label, index) => label === labels[index])
    ? plain
    : labels;
  return titles.map((title) => builtInLenses.find((lens) => lens.title === title)?.name ?? title);
}

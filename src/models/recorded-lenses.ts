import type { RunStart } from '../engine/build-verify/start';
import type { Lens } from '../engine/lens';
import type { Recording } from './recording';

/**
 * Stand-ins for the lenses of a recording, for those that are not known where it is replayed: a person's own. What they look for is not
 * in them; `withRecordedCritics` puts the recorded role prompts in.
 */
export function recordedLenses(recording: Recording): Lens[] {
  return recording.lenses.map((name) => ({
    name,
    title: name,
    forWhat: '',
    discipline: '',
    lookFor: [],
  }));
}

/** The start of a replay, with the role prompts that its Critics had when the run was recorded. */
export function withRecordedCritics(start: RunStart, recording: Recording): RunStart {
  const recorded = new Map(recording.critics.map((critic) => [critic.lens, critic]));
  return {
    ...start,
    critics: start.critics.map((critic) => recorded.get(critic.lens) ?? critic),
  };
}

import type { RunState } from '../engine/build-verify/run-state';

const mark = /^recorded run: (.+)$/su;

/** Name of the recording that a run replays; null: it runs on live models. The models' names in the journal say it. */
export function recordingName(state: RunState): string | null {
  for (const name of Object.values(state.models)) {
    const recorded = mark.exec(name)?.[1];
    if (recorded !== undefined) return recorded;
  }
  return null;
}

import type { RunEvent } from '../engine/build-verify/events';
import type { RunProgress } from '../engine/ports';
import type { CallView } from './to-panel';

/**
 * Folds the ephemeral progress stream into the calls that run now.
 * @param now milliseconds since the epoch, when `progress` arrived
 * @returns the new list; the same one when nothing the panel shows has changed
 */
export function foldProgress(
  calls: readonly CallView[],
  progress: RunProgress,
  now: number,
): readonly CallView[] {
  if (progress.kind === 'prompt-shown') return calls;
  const others = calls.filter((call) => !sameCall(call, progress));
  if (progress.kind === 'call-started') {
    return [
      ...others,
      {
        role: progress.role,
        round: progress.round,
        lens: progress.lens,
        attempt: progress.attempt,
        model: progress.model,
        tool: null,
        inputTokens: 0,
        outputTokens: 0,
        cost: null,
        startedAt: now,
        waiting: null,
      },
    ];
  }
  const call = calls.find((one) => sameCall(one, progress));
  if (call === undefined) return calls;
  const changed = advance(call, progress.progress, now);
  return calls.map((one) => (one === call ? changed : one));
}

/** Takes out the calls that an event has ended: its own, or all when the phase or the run ended. */
export function endedCalls(calls: readonly CallView[], event: RunEvent): readonly CallView[] {
  if (event.type === 'call') return calls.filter((call) => !sameCall(call, event));
  return event.type === 'interrupted' || event.type === 'run.ended' ? [] : calls;
}

type Progress = Extract<RunProgress, { kind: 'call-progress' }>['progress'];

function advance(call: CallView, progress: Progress, now: number): CallView {
  switch (progress.kind) {
    case 'tokens':
      return {
        ...call,
        inputTokens: progress.input,
        outputTokens: progress.output,
        cost: progress.cost,
        waiting: null,
      };
    case 'tool':
      return { ...call, tool: { name: progress.name, path: progress.path }, waiting: null };
    case 'waiting':
      return { ...call, waiting: { why: progress.why, until: now + progress.seconds * 1000 } };
  }
}

function sameCall(
  call: CallView,
  other: { readonly role: string; readonly round: number; readonly lens: string | null },
): boolean {
  return call.role === other.role && call.round === other.round && call.lens === other.lens;
}

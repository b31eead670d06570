import type { Clock } from '../engine/ports';

/** How long to wait before trying a turn again, by what went wrong (field-notes row 15). */
export type Pace = 'busy' | 'broken';

const paces: Readonly<Record<Pace, { tries: number; first: number; most: number }>> = {
  // The service asked for patience: over three minutes of it before giving up.
  busy: { tries: 7, first: 4_000, most: 60_000 },
  // A connection or a stream broke: mostly over in a moment, and each try costs the input again.
  broken: { tries: 4, first: 1_000, most: 20_000 },
};

/**
 * Milliseconds to wait before try `next` (2 is the first one again), or null when there were enough.
 * @param retryAfter what the service asked for in milliseconds, or null; never undercut, 0 means at once the first time
 * @param random a number in [0, 1): spreads Critics that were refused at the same moment
 */
export function backoff(
  pace: Pace,
  next: number,
  retryAfter: number | null,
  random: number,
): number | null {
  const { tries, first, most } = paces[pace];
  if (next > tries) return null;
  const own = Math.min(most, first * 2 ** (next - 2)) * (0.5 + random / 2);
  if (retryAfter === null) return Math.round(own);
  if (next === 2) return Math.round(retryAfter + random * Math.min(1_000, retryAfter / 10));
  return Math.round(Math.max(retryAfter, own));
}

/**
 * The wait a response asks for in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as a date; null when there is none
 * that can be read.
 */
export function retryAfterOf(headers: Headers | undefined, now: number): number | null {
  const milliseconds = headers?.get('retry-after-ms');
  if (milliseconds && Number.isFinite(Number(milliseconds)))
    return atLeastZero(Number(milliseconds));
  const value = headers?.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : atLeastZero(date - now);
}

/** Waits with a countdown: `tick` gets the seconds that are left, each second. Ends at once when the signal aborts. */
export async function countDown(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal,
  tick: (seconds: number) => void,
): Promise<void> {
  for (let left = milliseconds; ; left -= 1_000) {
    if (signal.aborted) return;
    tick(Math.ceil(Math.max(0, left) / 1_000));
    if (left <= 0) return;
    await clock.wait(Math.min(1_000, left), signal);
  }
}

function atLeastZero(value: number): number {
  return Math.max(0, value);
}

import type { Clock } from '../../src/engine/ports';

/**
 * A clock without time: short waits are over at once and move it on, longer ones (watchdogs) end when a test moves it that far or
 * their signal aborts.
 */
export class ManualClock implements Clock {
  /** Every wait that was asked for, in milliseconds. */
  readonly waits: number[] = [];
  private time = 1_800_000_000_000;
  private readonly pending = new Set<{ readonly at: number; readonly done: () => void }>();

  /** @param instant waits up to this many milliseconds are over at once */
  constructor(private readonly instant = 5_000) {}

  now(): number {
    return this.time;
  }

  /** Waits that are open now. */
  get open(): number {
    return this.pending.size;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.waits.push(ms);
    if (ms <= this.instant) {
      this.time += Math.max(0, ms);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const entry = {
        at: this.time + ms,
        done: () => {
          this.pending.delete(entry);
          signal.removeEventListener('abort', entry.done);
          resolve();
        },
      };
      this.pending.add(entry);
      signal.addEventListener('abort', entry.done, { once: true });
    });
  }

  /** Moves the clock on and ends the waits that are over then. */
  advance(ms: number): void {
    this.time += ms;
    for (const entry of [...this.pending]) {
      if (entry.at <= this.time) entry.done();
    }
  }
}

import type { RunState } from './build-verify/run-state';
import type { Clock, ModelProgress } from './ports';

/** Ends a phase in the middle when what it has spent so far reaches a budget (build-verify.md, row 9; rulings 3). */
export class CallBudget {
  readonly abort = new AbortController();
  by: 'tokens' | 'cost' | 'seconds' | null = null;
  private readonly running = new Map<number, { tokens: number; cost: number | null }>();

  /**
   * @param state as it is when the phase begins: what was spent before
   * @param limits the budgets to be held; null: none
   */
  constructor(
    private readonly state: Pick<RunState, 'spent' | 'knownCost'>,
    private readonly limits: RunState['budget'],
    clock: Clock,
  ) {
    if (limits.seconds !== null) {
      const left = Math.max(0, limits.seconds - state.spent.seconds) * 1000;
      void this.watch(clock.now() + left, clock);
    }
  }

  /** Takes the running totals of one call (by its place among the phase's calls). */
  note(call: number, progress: ModelProgress): void {
    if (progress.kind !== 'tokens') return;
    this.running.set(call, { tokens: progress.input + progress.output, cost: progress.cost });
    const { limits } = this;
    const { spent, knownCost } = this.state;
    const calls = [...this.running.values()];
    const tokens = spent.tokens + calls.reduce((sum, one) => sum + one.tokens, 0);
    const cost = knownCost + calls.reduce((sum, one) => sum + (one.cost ?? 0), 0);
    if (limits.tokens !== null && tokens >= limits.tokens) this.end('tokens');
    else if (limits.cost !== null && cost >= limits.cost) this.end('cost');
  }

  /** Ends the watch; nothing is spent after it. */
  close(): void {
    this.abort.abort();
  }

  /** A timer may fire a moment early, and none holds for a month: looked at again until the time has come. */
  private async watch(until: number, clock: Clock): Promise<void> {
    const { signal } = this.abort;
    for (let left = until - clock.now(); left > 0 && !signal.aborted; left = until - clock.now()) {
      await clock.wait(Math.min(left, longestWait), signal);
    }
    this.end('seconds');
  }

  private end(by: 'tokens' | 'cost' | 'seconds'): void {
    if (this.by !== null || this.abort.signal.aborted) return;
    this.by = by;
    this.abort.abort();
  }
}

/** Milliseconds: a day, well below what a timer can count. */
const longestWait = 86_400_000;

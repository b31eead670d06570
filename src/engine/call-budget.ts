import type { RunState } from './build-verify/run-state';
import type { Clock, ModelProgress } from './ports';

/** Ends a phase in the middle when what it has spent so far reaches a budget (build-verify.md, row 9; rulings 3). */
export class CallBudget {
  readonly abort = new AbortController();
  by: 'tokens' | 'cost' | 'seconds' | null = null;
  private readonly running = new Map<number, { tokens: number; cost: number | null }>();

  constructor(
    private readonly state: RunState,
    clock: Clock,
  ) {
    const { seconds } = state.budget;
    if (seconds !== null) {
      const left = Math.max(0, seconds - state.spent.seconds) * 1000;
      const since = clock.now();
      void clock.wait(left, this.abort.signal).then(() => {
        if (!this.abort.signal.aborted && clock.now() - since >= left) this.end('seconds');
      });
    }
  }

  /** Takes the running totals of one call (by its place among the phase's calls). */
  note(call: number, progress: ModelProgress): void {
    if (progress.kind !== 'tokens') return;
    this.running.set(call, { tokens: progress.input + progress.output, cost: progress.cost });
    const { budget, spent } = this.state;
    const calls = [...this.running.values()];
    const tokens = spent.tokens + calls.reduce((sum, one) => sum + one.tokens, 0);
    const cost = (spent.cost ?? 0) + calls.reduce((sum, one) => sum + (one.cost ?? 0), 0);
    if (budget.tokens !== null && tokens >= budget.tokens) this.end('tokens');
    else if (budget.cost !== null && cost >= budget.cost) this.end('cost');
  }

  /** Ends the watch; nothing is spent after it. */
  close(): void {
    this.abort.abort();
  }

  private end(by: 'tokens' | 'cost' | 'seconds'): void {
    if (this.by !== null || this.abort.signal.aborted) return;
    this.by = by;
    this.abort.abort();
  }
}

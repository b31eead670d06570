/** Carries values from concurrent producers to one consumer, in order. */
export class Channel<T> {
  private readonly values: T[] = [];
  private wake: (() => void) | null = null;

  push(value: T): void {
    this.values.push(value);
    this.wake?.();
  }

  /** Yields what is pushed until `work` has settled and everything was taken; then rejects as `work` did, if it did. */
  async *drainWhile(work: Promise<void>): AsyncGenerator<T> {
    const state = { settled: false };
    const done = work.finally(() => {
      state.settled = true;
      this.wake?.();
    });
    // The rejection is rethrown below, after what had been pushed before it was taken.
    done.catch(() => undefined);
    for (;;) {
      const value = this.values.shift();
      if (value !== undefined) {
        yield value;
        continue;
      }
      if (state.settled) break;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
    await done;
  }
}

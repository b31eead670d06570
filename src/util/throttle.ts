import type { DisposableLike } from './disposable';

/** Calls `action` at most once every `ms` milliseconds, always once more after the last request. */
export class Throttle implements DisposableLike {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #again = false;

  constructor(
    private readonly action: () => void,
    private readonly ms: number,
  ) {}

  /** Asks for a call: at once when none was made within the last `ms`, else at their end. */
  request(): void {
    if (this.#timer !== null) {
      this.#again = true;
      return;
    }
    this.#run();
  }

  /** Calls `action` now, whatever was asked before. */
  flush(): void {
    this.dispose();
    this.#run();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#again = false;
  }

  #run(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#again) return;
      this.#again = false;
      this.#run();
    }, this.ms);
    this.action();
  }
}

/** What can be let go of; the editor's own disposables fit. */
export interface DisposableLike {
  dispose(): unknown;
}

/** Whoever creates, disposes: a base for everything that owns listeners, timers or other disposables. */
export abstract class Disposable implements DisposableLike {
  readonly #owned = new Set<DisposableLike>();
  #disposed = false;

  /** True once `dispose` was called. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /** Takes over `item`; after disposal it is disposed at once. */
  protected own<T extends DisposableLike>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#owned.add(item);
    return item;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const item of [...this.#owned].reverse()) item.dispose();
    this.#owned.clear();
  }
}

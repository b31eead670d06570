import type { DisposableLike } from './disposable';

/** Subscribes until the returned value is disposed. */
export type Subscribe<T> = (listener: (value: T) => void) => DisposableLike;

/** A small event source for code that must not know the editor. A listener's failure does not reach the others or the sender. */
export class Emitter<T> implements DisposableLike {
  readonly #listeners = new Set<(value: T) => void>();

  constructor(private readonly onError: (error: unknown) => void = () => undefined) {}

  readonly event: Subscribe<T> = (listener) => {
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

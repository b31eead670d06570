import type { RunProgress } from '../engine/ports';

type CallProgress = Extract<RunProgress, { kind: 'call-progress' }>;

interface Wait {
  readonly why: string;
  /** Seconds left. */
  readonly seconds: number;
}

/** What the calls of a run wait for before they try again, so that each wait is said once and the last one is known at the end. */
export class Waits {
  private readonly calls = new Map<string, Wait>();

  /**
   * Takes the progress of a call.
   * @returns the wait when it is one that has just begun and that no other call is in, else null
   */
  take({ role, lens, progress }: CallProgress): Wait | null {
    const key = keyOf(role, lens);
    if (progress.kind !== 'waiting') {
      this.calls.delete(key);
      return null;
    }
    const { why, seconds } = progress;
    const before = this.calls.get(key);
    const shared = [...this.calls].some(([other, wait]) => other !== key && wait.why === why);
    this.calls.set(key, { why, seconds });
    const goesOn = before?.why === why && before.seconds >= seconds;
    return goesOn || shared || seconds === 0 ? null : { why, seconds };
  }

  /** A call is over. One that was cut off while it waited has not got what it waited for. */
  end(role: string, lens: string | null, cancelled: boolean): void {
    if (!cancelled) this.calls.delete(keyOf(role, lens));
  }

  /** What the run was waiting for when it ended; null: nothing. */
  get last(): string | null {
    return [...this.calls.values()].at(-1)?.why ?? null;
  }
}

function keyOf(role: string, lens: string | null): string {
  return `${role}/${lens ?? ''}`;
}

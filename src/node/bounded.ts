import { Script, createContext } from 'node:vm';

/**
 * Runs a synchronous function that a model's pattern could make endless, and ends it after a time.
 * @param milliseconds most time it may take
 * @throws Error with code `ERR_SCRIPT_EXECUTION_TIMEOUT` when the time is over; whatever `work` throws
 */
export function runBounded<Result>(work: () => Result, milliseconds: number): Result {
  const box: { work: () => void; result: { value: Result } | null } = {
    work() {
      box.result = { value: work() };
    },
    result: null,
  };
  script.runInContext(createContext(box), { timeout: milliseconds });
  if (box.result === null) throw new Error('The bounded work ended without a result.');
  return box.result.value;
}

/** True for the error of `runBounded` that says the time was over. */
export function isTimeOver(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

const script = new Script('work()');

import { Script, createContext, type Context } from 'node:vm';

/**
 * Runs a synchronous function that a model's pattern could make endless, and ends it after a time.
 * @param milliseconds most time it may take
 * @throws an error for which `isTimeOver` holds when the time is over; whatever `work` throws
 */
export function runBounded<Result>(work: () => Result, milliseconds: number): Result {
  const box: { result: { readonly value: Result } | null } = { result: null };
  const outer = sandbox.work;
  sandbox.work = () => {
    box.result = { value: work() };
  };
  try {
    // A context is dear to make and holds nothing: one serves all calls.
    context ??= createContext(sandbox);
    script.runInContext(context, { timeout: milliseconds });
  } finally {
    sandbox.work = outer;
  }
  if (box.result === null) throw new Error('The bounded work ended without a result.');
  return box.result.value;
}

/** True for the error that says the time was over. It comes from another context, so its class tells nothing. */
export function isTimeOver(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

const sandbox: { work: () => void } = { work: () => undefined };
const script = new Script('work()');
let context: Context | null = null;

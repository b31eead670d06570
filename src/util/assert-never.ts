/** Ends a `switch` over a union: a member that was forgotten is a type error here. */
export function assertNever(value: never, what = 'value'): never {
  throw new Error(`Unexpected ${what}: ${JSON.stringify(value)}`);
}

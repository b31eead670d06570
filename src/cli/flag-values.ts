import { InvalidArgumentError } from 'commander';

/** A whole number in a range, as commander wants its parsers: the message follows its "option … argument … is invalid." */
export function wholeNumber(from: number, to: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value.trim()) || number < from || number > to)
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    return number;
  };
}

/** Adds one more value to a flag that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** `a, b` as its names; empty ones are dropped. */
export function nameList(value: string): string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Name at least one lens.');
  return names;
}

/** Editing a list of criteria: pure, the list in, the list out. */

export function replaced(list: readonly string[], at: number, text: string): string[] {
  return list.map((one, place) => (place === at ? text : one));
}

/** Splits at a pasted line end into several criteria, list markers taken off. */
export function replacedByLines(list: readonly string[], at: number, text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '');
  return [...list.slice(0, at), ...(lines.length === 0 ? [''] : lines), ...list.slice(at + 1)];
}

export function insertedAfter(list: readonly string[], at: number): string[] {
  return [...list.slice(0, at + 1), '', ...list.slice(at + 1)];
}

export function removed(list: readonly string[], at: number): string[] {
  return list.filter((_, place) => place !== at);
}

/** Swaps a criterion with its neighbour; the same list at an end. */
export function moved(list: readonly string[], at: number, by: -1 | 1): string[] {
  const from = list[at];
  const to = list[at + by];
  if (from === undefined || to === undefined) return [...list];
  return list.map((one, place) => (place === at ? to : place === at + by ? from : one));
}

/**
 * The known name a misspelt one was probably meant to be, for messages such as "did you mean".
 * @returns null when none is near: more than a third of the letters (at least two) would have to change.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    const limit = Math.max(2, Math.floor(candidate.length / 3));
    if (distance <= limit && distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance in UTF-16 units; texts are cut at 64, which is longer than any name. */
function editDistance(left: string, right: string): number {
  const [from, to] = [left.slice(0, 64), right.slice(0, 64)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

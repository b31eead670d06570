import type { Usage } from '../engine/build-verify/events';

/** The four figures of one answer as the service counts them. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheCreation: number;
  readonly cacheRead: number;
}

/** US dollars for a million tokens of each kind; the person's own figures. Without them a cost is unknown (field-notes row 28). */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheCreation: number;
  readonly cacheRead: number;
}

export const noTokens: TokenCounts = { input: 0, output: 0, cacheCreation: 0, cacheRead: 0 };

export function addTokens(a: TokenCounts, b: TokenCounts): TokenCounts {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheCreation: a.cacheCreation + b.cacheCreation,
    cacheRead: a.cacheRead + b.cacheRead,
  };
}

/** Input tokens of all three kinds: each token of a request is counted in exactly one of them. */
export function inputTokens(counts: TokenCounts): number {
  return counts.input + counts.cacheCreation + counts.cacheRead;
}

export function costOf(counts: TokenCounts, price: Price | null): number | null {
  if (price === null) return null;
  const sum =
    counts.input * price.input +
    counts.output * price.output +
    counts.cacheCreation * price.cacheCreation +
    counts.cacheRead * price.cacheRead;
  return sum / 1_000_000;
}

export function usageOf(counts: TokenCounts, price: Price | null): Usage {
  return { ...counts, estimated: false, cost: costOf(counts, price) };
}

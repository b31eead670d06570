import { sameFinding } from '../fold-text';
import type { FindingRecord } from './decisions';

/** Rulings 13: equal sets; every one has its equal on the other side, order and numbers do not matter. */
export function setsEqual(a: readonly FindingRecord[], b: readonly FindingRecord[]): boolean {
  const within = (some: readonly FindingRecord[], all: readonly FindingRecord[]): boolean =>
    some.every((one) => all.some((other) => sameFinding(withOffset(one), withOffset(other))));
  return within(a, b) && within(b, a);
}

function withOffset(record: FindingRecord): FindingRecord & { readonly tagOffset: number } {
  return { ...record, tagOffset: 0 };
}

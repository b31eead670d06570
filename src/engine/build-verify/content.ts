import type { FileRef } from './events';

/** Rulings 14: all artifact files together have the same bytes. */
export function sameContent(a: readonly FileRef[], b: readonly FileRef[]): boolean {
  return a.length === b.length && a.every((file, index) => file.hash === b[index]?.hash);
}

import { lintCriteria } from '../engine/criteria-lint';
import { visibleLine } from './visible-text';

/** A line for each criterion that leaves open what would meet it (docs/brief-and-lenses.md). A hint: it stops nothing. */
export function criteriaLines(criteria: readonly string[]): string[] {
  return lintCriteria(criteria).map(
    ({ index, message }) => `Criterion ${index + 1} is vague: ${visibleLine(message)}`,
  );
}

import type { FindingRecord } from '../engine/build-verify/decisions';
import type { FindingView, PlaceView } from './views';

/**
 * One finding for the panel, texts whole.
 * @param criteria the brief's criteria now, for the text of a numbered AC reference
 * @param revisedIn the finding's round when an Implementor's revision was published in it; null: no mark (rulings 25)
 */
export function findingView(
  record: FindingRecord,
  criteria: readonly string[],
  revisedIn: number | null,
): FindingView {
  const { check } = record;
  const anchor = check?.places[0];
  const place: PlaceView | null =
    check === null
      ? null
      : check.result === 'located' && anchor !== undefined
        ? {
            result: 'located',
            path: anchor.path,
            from: anchor.from,
            to: anchor.to,
            others: check.places.length - 1,
          }
        : check.result === 'no-quote'
          ? { result: 'no-quote' }
          : { result: 'quote-not-found', quote: check.quote };
  return {
    key: record.key,
    round: record.round,
    lens: record.lens,
    number: record.number,
    severity: record.severity,
    acReference: record.acReference,
    acText: criterionOf(record.acReference, criteria),
    kind: record.kind,
    issue: record.issue,
    evidence: record.evidence,
    place,
    text:
      place?.result !== 'located' || revisedIn === null
        ? null
        : check?.changedBy === revisedIn
          ? 'changed'
          : 'old',
    changedBy: check?.changedBy ?? null,
    answer: record.answer === null ? null : { ...record.answer },
    settled: record.settled,
    pending: record.pending,
  };
}

/** The text of the criterion that a reference like `2`, `#2` or `AC 2` names; null when it names none or several. */
function criterionOf(reference: string, criteria: readonly string[]): string | null {
  const number = /^\s*(?:AC\s*)?#?\s*(\d{1,3})\s*$/i.exec(reference)?.[1];
  return number === undefined ? null : (criteria[Number(number) - 1] ?? null);
}

import type { Finding, Severity, SeverityCounts } from './finding';

/** Characters that take no room: soft hyphen, joiners, direction marks, variation selectors, byte order mark. */
const zeroWidth =
  /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]/g;

/** Takes out zero-width characters (rulings 19). */
export function withoutZeroWidth(text: string): string {
  return text.replace(zeroWidth, '');
}

/** Zero-width characters out, compatibility forms folded (NFKC), white space runs to one space, trimmed (rulings 19). */
export function foldSpace(text: string): string {
  return withoutZeroWidth(text)
    .normalize('NFKC')
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The folding under which two texts are the same: `foldSpace` and lower case (rulings 13). */
export function foldText(text: string): string {
  return foldSpace(text).toLowerCase();
}

/**
 * Whether two findings are equal: lens, severity, AC reference, issue and evidence after folding; numbers do not matter
 * (rulings 13).
 */
export function sameFinding(
  a: Finding & { readonly lens: string },
  b: Finding & { readonly lens: string },
): boolean {
  return (
    a.lens === b.lens &&
    a.severity === b.severity &&
    foldText(a.acReference) === foldText(b.acReference) &&
    foldText(a.issue) === foldText(b.issue) &&
    foldText(a.evidence) === foldText(b.evidence)
  );
}

/** Counts findings by severity, as given: nothing is merged (rulings 23). */
export function countSeverities(
  findings: readonly { readonly severity: Severity }[],
): SeverityCounts {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) {
    if (severity === 'HIGH') counts.high += 1;
    else if (severity === 'MEDIUM') counts.medium += 1;
    else counts.low += 1;
  }
  return counts;
}

/** A Critic's commitment on how bad a defect is (build-verify.md, "Critic reply"). */
export const severities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof severities)[number];

/** One numbered defect, as the Critic wrote it. Texts are the reply's own, only trimmed; nothing is reworded. */
export interface Finding {
  /** Number as the Critic gave it, or its place in the order when it gave none (rulings 21). May repeat (rulings 23). */
  readonly number: number;
  readonly severity: Severity;
  /** AC reference as written; `general quality` when absent. */
  readonly acReference: string;
  /** `scope-creep` (normalised, rulings 24), any other kind as text, or null. */
  readonly kind: string | null;
  readonly issue: string;
  /** May span several lines; empty string when the Critic gave none. */
  readonly evidence: string;
  /** Offset in the reply at which a lens tag goes: directly after the header's number (rulings 26). */
  readonly tagOffset: number;
}

/** What a Critic's reply means. */
export type CriticVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'invalid'; readonly why: string };

export type AnswerKind = 'addressed' | 'disputed' | 'deferred';

/** One answer of an Implementor to one finding number. */
export interface FindingAnswer {
  readonly number: number;
  /** Lens tag as matched to one of the given lenses, or null for a bare number. */
  readonly lens: string | null;
  readonly answer: AnswerKind;
  /** Reason as written, emphasis and separators taken off the start; empty when none was given. */
  readonly reason: string;
  /** The whole line(s) of the reply, verbatim. */
  readonly text: string;
}

/** What an Implementor's reply means, given the findings it was asked to answer. */
export type ImplementorVerdict =
  | {
      readonly kind: 'done';
      /** Answers to findings that were given, one for each (number, lens) answered. */
      readonly answers: readonly FindingAnswer[];
      /** Findings given that have no usable answer (rulings 28); `text` is what was said about it, or empty. */
      readonly unanswered: readonly {
        readonly number: number;
        readonly lens: string | null;
        readonly text: string;
      }[];
      /** Answers to numbers that were not given: shown, they mean nothing. */
      readonly unknown: readonly FindingAnswer[];
    }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'invalid'; readonly why: string };

/** What names one finding among those given to an Implementor; `lens` is null when there is one Critic. */
export interface GivenFinding {
  readonly number: number;
  readonly lens: string | null;
}

export interface SeverityCounts {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

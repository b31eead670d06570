import type { AnswerKind, Severity } from '../finding';
import type { Choice, EvidenceCheck, FileRef, PromptKind } from './events';

/** A finding with everything the program knows beside it: how a decision and every display refers to one. */
export interface FindingRecord {
  /** Stable within the run: `r2/Security/3` = round 2, lens, index in the reply. */
  readonly key: string;
  readonly round: number;
  readonly lens: string;
  readonly number: number;
  readonly severity: Severity;
  readonly acReference: string;
  readonly kind: string | null;
  readonly issue: string;
  readonly evidence: string;
  /** Host check; null until it was made. */
  readonly check: EvidenceCheck | null;
  /** The next Implementor's answer, verbatim; `unanswered` when its reply said nothing usable; null while none has replied. */
  readonly answer: {
    readonly kind: AnswerKind | 'unanswered';
    readonly text: string;
    readonly reason: string;
  } | null;
  /** Repeats what the person kept or dismissed (rulings 12): passed on, not open, "decided earlier". */
  readonly settled: boolean;
  /** A scope-creep finding that waits for the person. */
  readonly pending: boolean;
}

/** What one choice of a prompt would do, so that a host can say so before it is taken (rulings 8). */
export interface Offer {
  readonly kind: Choice['kind'];
  /** Taking it raises the cap by one (or the number given). */
  readonly raisesCap: boolean;
  /** Taking it spends past a budget that is spent already: more must be given. */
  readonly needsBudget: boolean;
}

/** A question to the person: typed facts, no wording. It never answers itself. */
export interface DecisionPrompt {
  readonly kind: PromptKind;
  /** Row of the exit table, or null for the two pauses. */
  readonly row: number | null;
  readonly round: number;
  readonly offers: readonly Offer[];
  /** disagreement: the disputed ones; scope: the pending ones; residual, cap, stalled, churn: what is open. */
  readonly findings: readonly FindingRecord[];
  /** blocked: the reasons by role; incomplete: what went wrong by role. Verbatim. */
  readonly reasons: readonly { readonly who: string; readonly text: string }[];
  /** stalled: the round before's open findings, to be put beside `findings`. */
  readonly before: readonly FindingRecord[];
  /** Rounds that can be restored (0: the start). */
  readonly restorable: readonly number[];
  /** conflict: what is on disk now. */
  readonly found: readonly FileRef[];
  /** budget: which one is spent. */
  readonly spent: 'tokens' | 'cost' | 'seconds' | null;
  readonly cap: number;
}

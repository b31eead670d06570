import type { CriticVerdict, Finding, ImplementorVerdict, SeverityCounts } from '../finding';
import type {
  Brief,
  CallOutcome,
  CriticRole,
  Choice,
  EvidenceCheck,
  FileRef,
  Outcome,
  PromptKind,
  RunOptions,
  Usage,
} from './events';

/** A reply with what it means: folded from a `call` event. */
export interface CallState<Verdict> {
  readonly attempt: number;
  readonly reply: string;
  readonly outcome: CallOutcome;
  /** `invalid` unless the outcome is ok and the reply parses. */
  readonly verdict: Verdict;
  readonly usage: Usage | null;
  readonly servedBy: string | null;
  readonly duration: number;
}

export interface Revision {
  readonly round: number;
  readonly origin: 'start' | 'implementor' | 'person' | 'restore';
  readonly files: readonly FileRef[];
  readonly changed: boolean;
}

/** Drift of one round, with evidence (build-verify.md "Drift", rulings 17, 18). */
export interface Drift {
  /** Latest round in which a HIGH of the phase before was closed. */
  readonly from: number;
  /** HIGH findings of this round. */
  readonly high: number;
  /** How many of the HIGH ones lie in text that round `from` changed. */
  readonly inTextOfFrom: number;
  /** How many of them lie in text this round changed. */
  readonly inTextOfRound: number;
}

/** One round (or the baseline audit, number 0). */
export interface RoundState {
  readonly number: number;
  /** Calls of the Implementor phase that were completed, oldest first. */
  readonly implementor: readonly CallState<ImplementorVerdict>[];
  /** `skipped`: baseline, or an audit-only confirmation round. */
  readonly implementorStatus: 'pending' | 'skipped' | 'done' | 'blocked' | 'incomplete';
  /** For each lens in order: its completed calls, oldest first. */
  readonly critics: readonly {
    readonly lens: string;
    readonly calls: readonly CallState<CriticVerdict>[];
    readonly status: 'pending' | 'clean' | 'findings' | 'blocked' | 'incomplete';
    /** As `implementorTries`, for this Critic. */
    readonly tries: number;
  }[];
  /**
   * Round whose Critic block this round's Implementor is given, which is also "the one before" for rows 5 and 7 and for drift
   * (rulings 6, 14); null: none.
   */
  readonly givenBy: number | null;
  /** Calls since the phase was (re)started that could not be used: the second one ends it (rulings 1). */
  readonly implementorTries: number;
  /** The staged artifact of the call that ended in DONE, until it is published. */
  readonly staged: readonly FileRef[] | null;
  /** This round's Implementor phase (or the person's answer to a conflict) made a revision. */
  readonly revised: boolean;
  /** Index in `RunState.revisions` of what this round's Critics audited. */
  readonly revision: number | null;
  /** Staged text of a phase that did not end in DONE. */
  readonly unfinished: readonly FileRef[] | null;
  readonly evidence: readonly EvidenceCheck[] | null;
  /** Pairing of this round's HIGH findings with the phase before; null: not asked (yet). */
  readonly pairing:
    | {
        readonly kind: 'known';
        readonly pairs: readonly (readonly [now: string, before: string])[];
      }
    | { readonly kind: 'unknown' }
    | null;
  /** Equivalence judge's answer; null: not asked (yet). */
  readonly repeats: 'yes' | 'no' | 'unsure' | null;
  readonly drift: Drift | null;
  /** Some HIGH of the phase before is not there any more as a HIGH (rulings 18). */
  readonly closedHigh: boolean;
  /** Keys of undecided scope-creep findings of earlier rounds whose quote is gone from the artifact (rulings 16). */
  readonly gone: readonly string[];
  /** All Critics have a parsed verdict and none is blocked. */
  readonly complete: boolean;
  readonly interruptedBy: 'person' | 'tokens' | 'cost' | 'seconds' | null;
  readonly counts: SeverityCounts;
}

/** What the person said about one finding: it stays known for the rest of the run (rulings 12, 16). */
export interface DecidedFinding {
  readonly key: string;
  /** Round at whose prompt it was decided. */
  readonly round: number;
  readonly answer: 'keep' | 'remove' | 'dismiss' | 'uphold';
  readonly lens: string;
  readonly finding: Finding;
  /** The quote that was looked for; empty when there was none. */
  readonly quote: string;
  readonly wholeLine: boolean;
}

/** The whole run as folded from its events: what panel, terminal, report and resume all read. */
export interface RunState {
  readonly runId: string;
  readonly options: RunOptions;
  readonly cap: number;
  readonly firstCap: number;
  readonly budget: RunOptions['budget'];
  readonly brief: {
    readonly brief: Brief;
    readonly decisions: readonly string[];
    readonly text: string;
    readonly hash: string;
  };
  readonly implementor: { readonly perspective: string | null; readonly system: string };
  readonly critics: readonly CriticRole[];
  readonly models: Readonly<Record<string, string>>;
  readonly program: string;
  /** Index 0 is the start; the last is what the run last saw on disk. */
  readonly revisions: readonly Revision[];
  readonly rounds: readonly RoundState[];
  readonly decisions: readonly {
    readonly round: number;
    readonly prompt: PromptKind;
    readonly choice: Choice;
    readonly at: string;
  }[];
  /** Clean and only-LOW rounds count from this round on (rulings 7). */
  readonly countFrom: number;
  /** Clean rounds count from this round on after a restore as well. */
  readonly cleanFrom: number;
  readonly decided: readonly DecidedFinding[];
  /** Round that is "the one before" for the next round; null: none. */
  readonly head: number | null;
  /** Index in `revisions` at which the history for A, B, A begins (rulings 14). */
  readonly historyFrom: number;
  /** A going-on decision was taken for the last round: the next one starts (rulings 8). */
  readonly advance: boolean;
  /** Round whose text a decision asked to restore and that is not restored yet. */
  readonly restoring: number | null;
  /** The person chose Stop or Accept at a prompt: the run ends with that row's outcome. */
  readonly closing: PromptKind | null;
  readonly conflict: {
    readonly found: readonly FileRef[];
    readonly answer: 'keep-mine' | 'take-run' | null;
  } | null;
  readonly interrupted: {
    readonly round: number;
    readonly by: 'person' | 'tokens' | 'cost' | 'seconds';
  } | null;
  readonly roles: { readonly repeatJudge: string; readonly pairingJudge: string };
  readonly notices: readonly { readonly code: string; readonly text: string }[];
  readonly spent: {
    readonly tokens: number;
    readonly cost: number | null;
    readonly seconds: number;
  };
  /** What the calls of a known price cost, in US dollars: the least that was spent, which is what a budget is held against. */
  readonly knownCost: number;
  readonly resumes: number;
  readonly startedAt: string;
  readonly lastAt: string;
  readonly ended: {
    readonly outcome: Outcome;
    readonly row: number | null;
    readonly why: string;
  } | null;
}

import * as z from 'zod/mini';
import type { Choice } from '../engine/build-verify/events';
import { outcomes, promptKinds } from '../engine/build-verify/names';
import { modelOption } from './brief-form';

/*
 * What the panel draws, as plain values. Written with zod's small build, because the panel carries these schemas too. The panel never
 * reads the engine: everything it knows stands here.
 */

export const severityView = z.enum(['HIGH', 'MEDIUM', 'LOW']);

export const countsView = z.strictObject({ high: z.number(), medium: z.number(), low: z.number() });
export type CountsView = z.infer<typeof countsView>;

/** Where a finding's evidence was found (rulings 25). Lines are 1-based, inclusive; `others` counts further places. */
export const placeView = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.literal('located'),
    path: z.string(),
    from: z.number(),
    to: z.number(),
    others: z.number(),
  }),
  z.strictObject({ result: z.literal('quote-not-found'), quote: z.string() }),
  z.strictObject({ result: z.literal('no-quote') }),
]);
export type PlaceView = z.infer<typeof placeView>;

/** One finding, texts whole and verbatim. */
export const findingView = z.strictObject({
  /** `r2/Security/3`: names the finding in messages. */
  key: z.string(),
  round: z.number(),
  lens: z.string(),
  number: z.number(),
  severity: severityView,
  acReference: z.string(),
  /** The criterion's text when the reference is its number. */
  acText: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  issue: z.string(),
  evidence: z.string(),
  /** Null until the host has looked. */
  place: z.nullable(placeView),
  /** Does the place lie in text that this round's revision changed? Null without a revision in the round or without a place. */
  text: z.nullable(z.enum(['changed', 'old'])),
  /** Round whose revision last changed the place; null: as at the start. */
  changedBy: z.nullable(z.number()),
  /** The next Implementor's answer; null while none has replied. */
  answer: z.nullable(
    z.strictObject({
      kind: z.enum(['addressed', 'disputed', 'deferred', 'unanswered']),
      text: z.string(),
      reason: z.string(),
    }),
  ),
  /** Repeats what the person decided earlier (rulings 12). */
  settled: z.boolean(),
  /** A scope-creep finding that waits for the person. */
  pending: z.boolean(),
});
export type FindingView = z.infer<typeof findingView>;

export const driftView = z.strictObject({
  from: z.number(),
  high: z.number(),
  inTextOfFrom: z.number(),
  inTextOfRound: z.number(),
});
export type DriftView = z.infer<typeof driftView>;

export const criticView = z.strictObject({
  lens: z.string(),
  status: z.enum(['pending', 'clean', 'findings', 'blocked', 'incomplete']),
  counts: countsView,
  /** Completed calls: each has a reply that can be asked for (attempt 1 to n). */
  attempts: z.number(),
  /** Why it is blocked or incomplete, verbatim; null otherwise. */
  why: z.nullable(z.string()),
  servedBy: z.nullable(z.string()),
});
export type CriticView = z.infer<typeof criticView>;

export const implementorView = z.strictObject({
  status: z.enum(['pending', 'skipped', 'done', 'blocked', 'incomplete']),
  attempts: z.number(),
  why: z.nullable(z.string()),
  servedBy: z.nullable(z.string()),
  /** Null: nothing was published in this round. */
  revision: z.nullable(z.enum(['changed', 'no-change'])),
  /** Round whose findings it was given; null: none. */
  givenBy: z.nullable(z.number()),
  answers: z.strictObject({
    addressed: z.number(),
    disputed: z.number(),
    deferred: z.number(),
    unanswered: z.number(),
  }),
  /** Answers to numbers that were not given: they mean nothing (rulings 28). */
  unknown: z.array(z.strictObject({ number: z.number(), text: z.string() })),
  /** Staged text of a phase that did not end in DONE is kept. */
  unfinished: z.boolean(),
});
export type ImplementorView = z.infer<typeof implementorView>;

export const interruptedBy = z.enum(['person', 'tokens', 'cost', 'seconds']);

export const roundView = z.strictObject({
  /** 0: the baseline audit. */
  number: z.number(),
  implementor: implementorView,
  critics: z.array(criticView),
  counts: countsView,
  complete: z.boolean(),
  drift: z.nullable(driftView),
  pairingUnknown: z.boolean(),
  /** The round's findings substantially repeat the last round's. */
  repeats: z.boolean(),
  interruptedBy: z.nullable(interruptedBy),
  /** There is a text of this round that is not the text now: it can be put back. */
  restorable: z.boolean(),
  /** Whether this round's text differs from the one before it, so that Compare shows something. */
  comparable: z.boolean(),
  total: z.number(),
  /** Null: not sent; ask with `openRounds`. */
  findings: z.nullable(z.array(findingView)),
});
export type RoundView = z.infer<typeof roundView>;

export const offerKind = z.enum([
  'stop',
  'supply',
  'retry',
  'settle',
  'revise',
  'one-more',
  'accept',
  'go-on',
  'restore',
  'raise-cap',
  'more-budget',
  'scope',
  'keep-mine',
  'take-run',
]);
export type OfferKind = z.infer<typeof offerKind>;

export const offerView = z.strictObject({
  kind: offerKind,
  raisesCap: z.boolean(),
  needsBudget: z.boolean(),
});
export type OfferView = z.infer<typeof offerView>;

export const promptKindView = z.enum(promptKinds);
export type PromptKindView = z.infer<typeof promptKindView>;

/** The decision that waits. `id` goes back with the answer, so that a late click never answers another prompt. */
export const promptView = z.strictObject({
  id: z.string(),
  kind: promptKindView,
  row: z.nullable(z.number()),
  round: z.number(),
  offers: z.array(offerView),
  findings: z.array(findingView),
  before: z.array(findingView),
  reasons: z.array(z.strictObject({ who: z.string(), text: z.string() })),
  /** Rounds whose text can be restored; 0 is the start. */
  restorable: z.array(z.number()),
  /** conflict: the files on disk that the run did not write. */
  found: z.array(z.strictObject({ path: z.string(), absent: z.boolean() })),
  spent: z.nullable(z.enum(['tokens', 'cost', 'seconds'])),
  cap: z.number(),
  /** Models that a retry may go on with, the one of the settings first; empty: no other model can be taken. */
  models: z.array(modelOption),
  /**
   * A recorded run's own answer to this prompt; null: none, or not a recorded run. The panel hands it back as it is, and the host reads
   * it like any other answer.
   */
  recordedAnswer: z.nullable(z.custom<Choice>((value) => typeof value === 'object')),
});
export type PromptView = z.infer<typeof promptView>;

export const outcomeView = z.enum(outcomes);
export type OutcomeView = z.infer<typeof outcomeView>;

/** Where a run that has not ended stands. `between`: the program counts and compares, no model call is missing. */
export const phaseView = z.strictObject({
  kind: z.enum(['implementor', 'critics', 'between', 'waiting']),
  round: z.number(),
  /** critics: lenses whose verdict is missing. */
  lenses: z.array(z.string()),
});
export type PhaseView = z.infer<typeof phaseView>;

const limitsView = z.strictObject({
  tokens: z.nullable(z.number()),
  cost: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
});

/** A run, whole but for the findings of rounds that were not asked for. */
export const panelView = z.strictObject({
  runId: z.string(),
  mode: z.enum(['loop', 'audit']),
  /** Name of the recording that is replayed; null: live models. */
  recorded: z.nullable(z.string()),
  /** This window drives the run: it can be stopped here. */
  live: z.boolean(),
  /** Another window or process owns the run: nothing can be done to it here. `owner` names it when it is known. */
  readOnly: z.nullable(z.strictObject({ owner: z.nullable(z.string()) })),
  task: z.string(),
  artifacts: z.array(z.string()),
  criteria: z.array(z.string()),
  context: z.nullable(z.string()),
  /** Lines of USER DECISIONS. */
  userDecisions: z.array(z.string()),
  lenses: z.array(z.string()),
  models: z.array(z.strictObject({ role: z.string(), name: z.string() })),
  /** Round that runs or ran last. */
  round: z.number(),
  /** Rounds whose Critic phase ended, the baseline not counted (rulings 9). */
  executed: z.number(),
  cap: z.number(),
  firstCap: z.number(),
  phase: z.nullable(phaseView),
  /** Not ended, not driven by anybody: it can be resumed here. `by` null: the process ended. */
  interrupted: z.nullable(
    z.strictObject({
      round: z.number(),
      phase: z.enum(['implementor', 'critics', 'between', 'waiting']),
      by: z.nullable(interruptedBy),
    }),
  ),
  spent: z.strictObject({
    tokens: z.number(),
    cost: z.nullable(z.number()),
    seconds: z.number(),
    /** The service reported no figures for some of it: tokens and cost are about right. */
    estimated: z.boolean(),
  }),
  budget: limitsView,
  /** ISO 8601. */
  startedAt: z.string(),
  lastAt: z.string(),
  resumes: z.number(),
  /** Oldest first; the panel turns them round. */
  rounds: z.array(roundView),
  prompt: z.nullable(promptView),
  /** Decisions taken, oldest first. `words`: the person's own, empty when none were asked for. */
  decisions: z.array(
    z.strictObject({
      round: z.number(),
      prompt: promptKindView,
      choice: offerKind,
      words: z.string(),
      at: z.string(),
    }),
  ),
  notices: z.array(z.strictObject({ code: z.string(), text: z.string() })),
  ended: z.nullable(
    z.strictObject({
      outcome: outcomeView,
      row: z.nullable(z.number()),
      why: z.string(),
      /** The LOOP EXIT block, exactly as in the report. */
      report: z.string(),
      /** Findings of the last round that the person has not decided earlier. */
      open: z.number(),
      /** There is something left to go on with. */
      resumable: z.boolean(),
      /** The file is not what it was at the end: an earlier text was put back. Null round: none of this run's rounds. */
      putBack: z.nullable(z.strictObject({ round: z.nullable(z.number()) })),
    }),
  ),
  /** The artifact differs from the start, so Compare with Start and Undo This Run do something. */
  changed: z.boolean(),
  /** The last revision is a restore that can be undone: the round it went back to. Null: nothing to undo. */
  restored: z.nullable(z.strictObject({ round: z.nullable(z.number()) })),
});
export type PanelView = z.infer<typeof panelView>;

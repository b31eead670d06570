import { z } from 'zod';
import { outcomes, promptKinds } from './names';

/**
 * The journal of a run: one JSON object a line in `events.jsonl`. A run IS these events; every other value is a fold of them
 * (design.md, "The engine in one paragraph"). Only completed facts are events: a phase that a crash cut off left none, so a
 * resume simply asks `transition` what comes next.
 */
export const journalVersion = 1;

/** One artifact file at one moment. `hash` is the SHA-256 (hex) of its exact bytes, the key of its snapshot; null: absent. */
export const fileRefSchema = z.strictObject({
  /** Workspace-relative path with `/`, as it stands in the brief. */
  path: z.string(),
  hash: z.string().nullable(),
  /** Size in bytes; 0 when absent. */
  size: z.number().int().nonnegative(),
});
export type FileRef = z.infer<typeof fileRefSchema>;

export const usageSchema = z.strictObject({
  input: z.number(),
  output: z.number(),
  cacheCreation: z.number(),
  cacheRead: z.number(),
  /** True when the service reported no figures and these were counted here. */
  estimated: z.boolean(),
  /** US dollars; null when the price is unknown. */
  cost: z.number().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

export const callOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok') }),
  z.strictObject({ kind: z.literal('refused'), why: z.string() }),
  /** The reply stopped before its end: length limit or a stream cut after the model's own retries. */
  z.strictObject({ kind: z.literal('cut-off'), why: z.string() }),
  /** The call failed for good after the model's own retries. `reason` is a stable word, `why` is for a person. */
  z.strictObject({
    kind: z.literal('failed'),
    reason: z.enum([
      'auth',
      'rate-limit',
      'overloaded',
      'server',
      'network',
      'timeout',
      'missing',
      'mismatch',
      'request',
      'other',
    ]),
    why: z.string(),
  }),
  /** Ended by Stop or by a spent budget: the phase is still missing. */
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** One use of one of our tools by a model, as much as is needed to look at it later and to replay it. */
export const toolCallSchema = z.strictObject({
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** Error text given back to the model, or null when the call worked. */
  error: z.string().nullable(),
});
export type ToolCallRecord = z.infer<typeof toolCallSchema>;

export const callRoleSchema = z.enum(['implementor', 'critic', 'judge-repeat', 'judge-pairing']);
export type CallRole = z.infer<typeof callRoleSchema>;

export const optionsSchema = z.strictObject({
  mode: z.enum(['loop', 'audit']),
  cap: z.number().int().min(1).max(50),
  cleanRounds: z.number().int().min(1).max(3),
  confirmRounds: z.enum(['full', 'audit-only']),
  /** Run a Critic phase on the artifact as it stands before round 1. */
  baseline: z.boolean(),
  strictness: z.enum(['normal', 'strict', 'lenient']),
  budget: z.strictObject({
    tokens: z.number().int().positive().nullable(),
    cost: z.number().positive().nullable(),
    seconds: z.number().positive().nullable(),
  }),
});
export type RunOptions = z.infer<typeof optionsSchema>;

export const briefSchema = z.strictObject({
  task: z.string().min(1),
  artifacts: z.array(z.string().min(1)).min(1),
  criteria: z.array(z.string().min(1)).min(1),
  context: z.string().nullable(),
});
export type Brief = z.infer<typeof briefSchema>;

/** One Critic of the run: label unique in the run (two of one lens are numbered, rulings 26), and its whole role prompt. */
export const criticRoleSchema = z.strictObject({ lens: z.string().min(1), system: z.string() });
export type CriticRole = z.infer<typeof criticRoleSchema>;

const scopeAnswer = z.strictObject({ key: z.string(), answer: z.enum(['keep', 'remove']) });
const disputeAnswer = z.strictObject({
  key: z.string(),
  answer: z.enum(['uphold', 'dismiss']),
  /** The person's own words; may be empty. */
  words: z.string(),
});

/** More budget, given together with a choice that goes on although one is spent (rulings 8). */
const more = z
  .strictObject({
    tokens: z.number().int().nonnegative(),
    cost: z.number().nonnegative(),
    seconds: z.number().nonnegative(),
  })
  .optional();

/** What a person (or nobody) can answer to a decision prompt. One type for editor, terminal and journal. */
export const choiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stop') }),
  z.strictObject({ kind: z.literal('supply'), more, words: z.string().min(1) }),
  z.strictObject({
    kind: z.literal('retry'),
    more,
    /** Row 2, "other model": the id the person chose; the host runs every later call on it. */
    model: z.string().min(1).optional(),
  }),
  z.strictObject({ kind: z.literal('settle'), more, answers: z.array(disputeAnswer) }),
  z.strictObject({
    kind: z.literal('revise'),
    more,
    task: z.string().min(1),
    criteria: z.array(z.string().min(1)).min(1),
  }),
  z.strictObject({ kind: z.literal('one-more'), more }),
  z.strictObject({ kind: z.literal('accept') }),
  z.strictObject({ kind: z.literal('go-on'), more }),
  z.strictObject({ kind: z.literal('restore'), more, round: z.number().int().nonnegative() }),
  z.strictObject({ kind: z.literal('raise-cap'), more, by: z.number().int().positive() }),
  z.strictObject({
    kind: z.literal('more-budget'),
    tokens: z.number().int().nonnegative(),
    cost: z.number().nonnegative(),
    seconds: z.number().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('scope'), more, answers: z.array(scopeAnswer) }),
  z.strictObject({ kind: z.literal('keep-mine') }),
  z.strictObject({ kind: z.literal('take-run') }),
]);
export type Choice = z.infer<typeof choiceSchema>;

export const promptKindSchema = z.enum(promptKinds);
export type PromptKind = z.infer<typeof promptKindSchema>;

export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

/** What the host found about one finding's evidence (build-verify.md; rulings 25). Facts beside the finding, never in a prompt. */
export const evidenceCheckSchema = z.strictObject({
  lens: z.string(),
  /** Index in the parsed findings of that Critic's reply. */
  index: z.number().int().nonnegative(),
  result: z.enum(['located', 'quote-not-found', 'no-quote']),
  /** The quoted text that was looked for; empty for `no-quote`. */
  quote: z.string(),
  /** All places found, the anchor first; 1-based lines, inclusive. */
  places: z.array(
    z.strictObject({ path: z.string(), from: z.number().int(), to: z.number().int() }),
  ),
  /** Round whose revision last changed a line of the anchor; null: text as it was at the start, or nothing located. */
  changedBy: z.number().int().nullable(),
  /** True when the quote, white space folded, is a whole line of the artifact (rulings 12). */
  wholeLine: z.boolean(),
});
export type EvidenceCheck = z.infer<typeof evidenceCheckSchema>;

const eventBodies = [
  z.strictObject({
    type: z.literal('run.started'),
    runId: z.string(),
    brief: briefSchema,
    briefText: z.string(),
    briefHash: z.string(),
    options: optionsSchema,
    implementor: z.strictObject({ perspective: z.string().nullable(), system: z.string() }),
    critics: z.array(criticRoleSchema).min(1),
    judges: z.strictObject({ repeat: z.string(), pairing: z.string() }),
    /** What each role is to run on, for the report (`anthropic: claude-…`, `recorded run: …`). */
    models: z.record(z.string(), z.string()),
    /** Version of this program and of its prompts. */
    program: z.string(),
    promptVersion: z.string(),
  }),
  /** Artifact files as they are on disk before anything ran: revision 0. */
  z.strictObject({ type: z.literal('start.snapshot'), files: z.array(fileRefSchema) }),
  z.strictObject({
    type: z.literal('call'),
    role: callRoleSchema,
    round: z.number().int().nonnegative(),
    lens: z.string().nullable(),
    /** 1 for the first call of this role, lens and round; cancelled calls do not count. */
    attempt: z.number().int().positive(),
    briefHash: z.string(),
    /** SHA-256 of the system text and the exact user prompt that was sent. */
    systemHash: z.string(),
    prompt: z.string(),
    outcome: callOutcomeSchema,
    reply: z.string(),
    usage: usageSchema.nullable(),
    /** The model that served the call as the service named it; null when it did not say. */
    servedBy: z.string().nullable(),
    /** Milliseconds. */
    duration: z.number().nonnegative(),
    toolCalls: z.array(toolCallSchema),
    /** Implementor only: the staged artifact after the call; null for other roles. */
    staged: z.array(fileRefSchema).nullable(),
  }),
  /** The artifact on disk became this revision (rulings 5: `changed` false is "no change"). */
  z.strictObject({
    type: z.literal('revision'),
    round: z.number().int().nonnegative(),
    origin: z.enum(['implementor', 'person', 'restore']),
    files: z.array(fileRefSchema),
    changed: z.boolean(),
    /** For a restore: the round whose text this is. */
    restoredRound: z.number().int().nonnegative().nullable(),
    /** What was on disk and is not what the run last saw (kept as a snapshot, so it can be had back); null: nothing else. */
    replaced: z.array(fileRefSchema).nullable(),
  }),
  /** At publishing or resuming the file was not what the run last saw (design.md, "The artifact is the person's file"). */
  z.strictObject({
    type: z.literal('conflict'),
    round: z.number().int().nonnegative(),
    /** What is on disk now, kept as a snapshot. */
    found: z.array(fileRefSchema),
  }),
  z.strictObject({
    type: z.literal('evidence'),
    round: z.number().int().nonnegative(),
    checks: z.array(evidenceCheckSchema),
    /** Keys of scope-creep findings of earlier rounds, undecided, whose quote is no longer in the artifact (rulings 16). */
    gone: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal('decision'),
    round: z.number().int().nonnegative(),
    prompt: promptKindSchema,
    choice: choiceSchema,
    /** The brief from here on, when the answer makes a new baseline (rulings 7); null when it does not. */
    brief: z
      .strictObject({
        brief: briefSchema,
        decisions: z.array(z.string()),
        text: z.string(),
        hash: z.string(),
      })
      .nullable(),
  }),
  /** A phase was ended in the middle: by the person, or by a spent budget (rulings 3). */
  z.strictObject({
    type: z.literal('interrupted'),
    round: z.number().int().nonnegative(),
    by: z.enum(['person', 'tokens', 'cost', 'seconds']),
  }),
  /** Resume mark: a process took the run up again. `unfinished`: staged text a dead process had left. */
  z.strictObject({ type: z.literal('run.resumed'), unfinished: z.array(fileRefSchema).nullable() }),
  /** Something a person should know and that no fold can derive (for example another prompt version in a recording). */
  z.strictObject({ type: z.literal('notice'), code: z.string(), text: z.string() }),
  z.strictObject({
    type: z.literal('run.ended'),
    outcome: outcomeSchema,
    /** Row of the exit table; null for a pause without a person and for an audit. */
    row: z.number().int().min(1).max(9).nullable(),
    why: z.string(),
  }),
] as const;

const envelope = {
  v: z.literal(journalVersion),
  seq: z.number().int().nonnegative(),
  /** ISO 8601 time in UTC. */
  at: z.string(),
};

export const eventBodySchema = z.discriminatedUnion('type', [...eventBodies]);
export type EventBody = z.infer<typeof eventBodySchema>;

export type RunEvent = EventBody & { readonly v: 1; readonly seq: number; readonly at: string };

/**
 * Reads one journal line that is already JSON.
 * @returns the event, or an error text that names the field (a line of a newer journal version is an error too).
 */
export function parseRunEvent(value: unknown): RunEvent | { readonly error: string } {
  const head = z.looseObject(envelope).safeParse(value);
  if (!head.success) return { error: z.prettifyError(head.error) };
  const { v, seq, at, ...rest } = head.data;
  const body = eventBodySchema.safeParse(rest);
  if (!body.success) return { error: z.prettifyError(body.error) };
  return { ...body.data, v, seq, at };
}

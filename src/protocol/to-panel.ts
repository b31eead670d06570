import * as z from 'zod/mini';
import { briefForm, criterionWarning, formProblem, lensOption, modelOption } from './brief-form';
import { panelView } from './views';

/*
 * Host to panel. Every message is a whole: the panel can be thrown away and built again from the last one of each type. The host
 * posts nothing before the panel has said `ready`; then `strings` first, then one of `state`, `form`, `welcome`, `preview`.
 */

/** One model call that runs now. Ephemeral, never journaled. */
export const callView = z.strictObject({
  role: z.enum(['implementor', 'critic', 'judge-repeat', 'judge-pairing']),
  round: z.number(),
  lens: z.nullable(z.string()),
  attempt: z.number(),
  /** The model as the report names it. */
  model: z.string(),
  /** The tool it uses and the file it reads or edits; null before the first. */
  tool: z.nullable(z.strictObject({ name: z.string(), path: z.nullable(z.string()) })),
  /** Running totals of this call. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; null: no price known. */
  cost: z.nullable(z.number()),
  /** Milliseconds since the epoch; the panel counts the elapsed time itself. */
  startedAt: z.number(),
  /** Backing off: the panel counts down to `until` (milliseconds since the epoch). */
  waiting: z.nullable(z.strictObject({ why: z.string(), until: z.number() })),
});
export type CallView = z.infer<typeof callView>;

export const recordedExample = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** What it shows and how it was made, as long as it takes; `code` in backticks. */
  detail: z.string(),
});

/** A run found on disk. */
export const runListing = z.strictObject({
  runId: z.string(),
  task: z.string(),
  artifacts: z.array(z.string()),
  startedAt: z.string(),
  /** An outcome word, or null for a run that has not ended. */
  outcome: z.nullable(z.string()),
  /** Not ended and owned by nobody: it can be resumed. */
  resumable: z.boolean(),
});

export const welcomeView = z.strictObject({
  /** A folder is open; without one no run can start. */
  workspace: z.boolean(),
  /** The workspace is trusted; without it no live run can start. */
  trusted: z.boolean(),
  keySet: z.boolean(),
  /** A model can be called: a key is set, or the editor offers one. */
  modelReady: z.boolean(),
  /** The file that "Verify" would take; null: none is open. */
  activeFile: z.nullable(z.string()),
  examples: z.array(recordedExample),
  runs: z.array(runListing),
});
export type WelcomeView = z.infer<typeof welcomeView>;

export const previewView = z.strictObject({
  /** Goes back with `start`. */
  token: z.string(),
  /** The exact texts, one entry a role and lens, as they will be sent. */
  prompts: z.array(
    z.strictObject({
      /** `Implementor`, or a Critic's lens. */
      who: z.string(),
      model: z.string(),
      system: z.string(),
      user: z.string(),
    }),
  ),
  /** Hosts the requests go to; empty: nothing leaves the machine. */
  hosts: z.array(z.string()),
  /** True when a host is not the provider's own (a base URL was set). */
  customHost: z.boolean(),
  /**
   * Rough token estimate for one round and for all rounds up to the cap, without what the models read: a lower bound. Cost in US
   * dollars, null: no price known.
   */
  estimate: z.strictObject({
    round: z.number(),
    run: z.number(),
    cost: z.nullable(z.number()),
  }),
  task: z.string(),
  artifacts: z.array(z.string()),
});
export type PreviewView = z.infer<typeof previewView>;

export const toPanel = z.discriminatedUnion('type', [
  /** The run, whole. `revision` grows with every change; the panel drops an older one. */
  z.strictObject({
    type: z.literal('state'),
    revision: z.number(),
    view: panelView,
  }),
  /** Calls that run now; empty when none does. */
  z.strictObject({ type: z.literal('progress'), runId: z.string(), calls: z.array(callView) }),
  /**
   * Opens the brief form, or answers `submitBrief` with the problems. `keep`: keep what is typed (an answer); otherwise the form starts
   * from `initial`, unless a draft for the same `draftKey` was left, which is then offered back.
   */
  z.strictObject({
    type: z.literal('form'),
    keep: z.boolean(),
    draftKey: z.string(),
    initial: briefForm,
    lenses: z.array(lensOption),
    models: z.array(modelOption),
    problems: z.array(formProblem),
    /** Beside the problems: there is no API key, so no run on the person's own files can start. */
    keyMissing: z.boolean(),
  }),
  /** Answer to `checkCriteria`: the criteria that nobody can check, and why. They never hold a run up. */
  z.strictObject({ type: z.literal('criteriaChecked'), warnings: z.array(criterionWarning) }),
  z.strictObject({ type: z.literal('welcome'), view: welcomeView }),
  z.strictObject({ type: z.literal('preview'), view: previewView }),
  /** English text to translation, for every string of strings.ts that the host has one for. `locale` is the display language. */
  z.strictObject({
    type: z.literal('strings'),
    locale: z.string(),
    table: z.record(z.string(), z.string()),
  }),
  /** Answer to `showReply`: the raw reply, verbatim. */
  z.strictObject({
    type: z.literal('reply'),
    runId: z.string(),
    round: z.number(),
    /** Null: the Implementor's. */
    lens: z.nullable(z.string()),
    attempt: z.number(),
    text: z.string(),
    /** `ok`, or what ended the call early. */
    outcome: z.string(),
  }),
  /** Shows a line under the header: something that was asked for could not be done. It names the next step. */
  z.strictObject({ type: z.literal('failure'), message: z.string() }),
  /** Moves the keyboard focus to the waiting decision (a notification was followed). */
  z.strictObject({ type: z.literal('focusDecision') }),
]);
export type ToPanel = z.infer<typeof toPanel>;

/**
 * Reads a message on arrival in the panel.
 * @returns the message, or an error text for the log; never throws.
 */
export function parseToPanel(value: unknown): ToPanel | { readonly error: string } {
  const read = toPanel.safeParse(value);
  return read.success ? read.data : { error: describe(read.error) };
}

function describe(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join('; ');
}

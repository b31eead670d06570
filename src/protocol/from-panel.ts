import { z } from 'zod';
import { choiceSchema } from '../engine/build-verify/events';
import { briefForm } from './brief-form';

/*
 * Panel to host. Only the host reads this file's schemas; the panel imports the types. What does not parse is dropped and logged,
 * and nothing is acted on before `ready`.
 */

/** One side of a comparison. `latest`: the run's last revision; `disk`: the file as it is now; `unfinished`: staged text of a round. */
export const textSide = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('start') }),
  z.strictObject({ kind: z.literal('round'), round: z.number().int().nonnegative() }),
  /** The text that the round's Implementor began with. */
  z.strictObject({ kind: z.literal('before'), round: z.number().int().nonnegative() }),
  z.strictObject({ kind: z.literal('unfinished'), round: z.number().int().nonnegative() }),
  z.strictObject({ kind: z.literal('latest') }),
  z.strictObject({ kind: z.literal('disk') }),
]);
export type TextSide = z.infer<typeof textSide>;

const round = z.number().int().nonnegative();

export const fromPanel = z.discriminatedUnion('type', [
  /** The panel has loaded and listens. Sent again after each reload. */
  z.strictObject({ type: z.literal('ready') }),
  /** Start a new brief: the host answers with `form`. `artifact` null: the active file, or ask for one. */
  z.strictObject({
    type: z.literal('newBrief'),
    mode: z.enum(['loop', 'audit']),
    artifact: z.string().nullable(),
  }),
  /** The host lets the person pick files and answers with `form` (keep true, initial.artifacts the new list). */
  z.strictObject({ type: z.literal('pickArtifacts'), form: briefForm }),
  /** The host answers with `form` and problems, with `preview`, or starts and answers with `state`. */
  z.strictObject({ type: z.literal('submitBrief'), draftKey: z.string(), form: briefForm }),
  z.strictObject({ type: z.literal('cancelForm') }),
  /** The host answers with `preview`, or with `form` and problems. */
  z.strictObject({ type: z.literal('showPreview'), draftKey: z.string(), form: briefForm }),
  /** Start what the preview of this token showed. */
  z.strictObject({ type: z.literal('start'), token: z.string() }),
  /** From the preview back to the form: the host answers with `form`, keep true. */
  z.strictObject({ type: z.literal('backToForm') }),
  z.strictObject({ type: z.literal('stop'), runId: z.string() }),
  z.strictObject({ type: z.literal('resume'), runId: z.string() }),
  /** An answer to exactly this prompt; any other id is dropped. */
  z.strictObject({
    type: z.literal('decide'),
    runId: z.string(),
    promptId: z.string(),
    choice: choiceSchema,
  }),
  /** conflict: show what is on disk beside what the run would write. */
  z.strictObject({ type: z.literal('openConflict'), runId: z.string(), promptId: z.string() }),
  z.strictObject({ type: z.literal('openFinding'), runId: z.string(), key: z.string() }),
  z.strictObject({
    type: z.literal('openDiff'),
    runId: z.string(),
    from: textSide,
    to: textSide,
  }),
  /** Puts a round's text back (0: the start), or the work that its Implementor left unfinished. */
  z.strictObject({
    type: z.literal('restore'),
    runId: z.string(),
    round,
    unfinished: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('undoRestore'), runId: z.string() }),
  z.strictObject({ type: z.literal('undoRun'), runId: z.string() }),
  z.strictObject({ type: z.literal('openReport'), runId: z.string() }),
  /** Rounds whose findings the next `state` must hold, beside the two newest. The host posts a `state` at once. */
  z.strictObject({ type: z.literal('openRounds'), runId: z.string(), rounds: z.array(round) }),
  z.strictObject({
    type: z.literal('showReply'),
    runId: z.string(),
    round,
    /** Null: the Implementor's. */
    lens: z.string().nullable(),
    attempt: z.number().int().positive(),
  }),
  /** Leave the run and see the welcome state (the run is not touched). */
  z.strictObject({ type: z.literal('showWelcome') }),
  z.strictObject({ type: z.literal('showRun'), runId: z.string() }),
  /** `form`: it waits for the key; once there is one it is checked again, and the host answers with `form`. */
  z.strictObject({ type: z.literal('setKey'), form: z.optional(briefForm) }),
  /** `id` null: the host lets the person choose. */
  z.strictObject({ type: z.literal('runRecorded'), id: z.string().nullable() }),
  /** Asked while criteria are typed: the host answers with `criteriaChecked`. */
  z.strictObject({ type: z.literal('checkCriteria'), criteria: z.array(z.string()) }),
  z.strictObject({ type: z.literal('openFile'), path: z.string(), line: z.number().nullable() }),
  z.strictObject({ type: z.literal('copy'), text: z.string() }),
  /** A message the panel dropped, or an error it met: for the log. */
  z.strictObject({ type: z.literal('log'), text: z.string() }),
]);
export type FromPanel = z.infer<typeof fromPanel>;

/**
 * Reads a message on arrival in the host.
 * @returns the message, or an error text for the log; never throws.
 */
export function parseFromPanel(value: unknown): FromPanel | { readonly error: string } {
  const read = fromPanel.safeParse(value);
  return read.success ? read.data : { error: z.prettifyError(read.error) };
}

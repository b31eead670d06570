import { z } from 'zod';
import {
  briefSchema,
  callOutcomeSchema,
  callRoleSchema,
  choiceSchema,
  criticRoleSchema,
  fileRefSchema,
  optionsSchema,
  promptKindSchema,
  toolCallSchema,
  usageSchema,
} from '../engine/build-verify/events';
import { english, type Translate } from '../util/translate';

/*
 * A recorded run as one JSON file: everything needed to run it again without a service, call by call, with the person's decisions.
 * It is also the form of a bug report, so keys and home paths are taken out when it is written (rulings 30).
 */

export const recordingVersion = 1;

/** One model call with its answer. What it is matched by: role, lens, round, attempt and brief hash. */
const recordedCallSchema = z.strictObject({
  role: callRoleSchema,
  lens: z.string().nullable(),
  round: z.number().int().nonnegative(),
  attempt: z.number().int().positive(),
  briefHash: z.string(),
  /** SHA-256 of the role prompt and of the whole user prompt: another value is told, it is no error. */
  systemHash: z.string(),
  promptHash: z.string(),
  outcome: callOutcomeSchema,
  reply: z.string(),
  usage: usageSchema.nullable(),
  servedBy: z.string().nullable(),
  toolCalls: z.array(toolCallSchema),
  /** The staged artifact after the call; null for roles that write nothing, and where redaction changed what was written. */
  staged: z.array(fileRefSchema).nullable(),
});
export type RecordedCall = z.infer<typeof recordedCallSchema>;

const recordingSchema = z.strictObject({
  kind: z.literal('bvl-recording'),
  version: z.literal(recordingVersion),
  /** Short name, shown as `recorded run: <title>`. */
  title: z.string().min(1),
  /** How it was made, for a person: from which model, by what means, what was changed by hand. */
  madeBy: z.string().min(1),
  program: z.string(),
  promptVersion: z.string(),
  /** What each role ran on. */
  models: z.record(z.string(), z.string()),
  brief: briefSchema,
  options: optionsSchema,
  perspective: z.string().nullable(),
  /** Names of the lenses in order, as a brief names them. */
  lenses: z.array(z.string()).min(1),
  /** Each Critic with its whole role prompt, so that a lens of the person's own is known too. */
  critics: z.array(criticRoleSchema).min(1),
  /** The artifact before the run; `text` null: absent, or too large to be kept here. */
  files: z.array(fileRefSchema.extend({ text: z.string().nullable() })),
  calls: z.array(recordedCallSchema),
  /** What the person of the recording chose, in order. */
  decisions: z.array(
    z.strictObject({
      round: z.number().int().nonnegative(),
      prompt: promptKindSchema,
      choice: choiceSchema,
    }),
  ),
  /** How the recorded run ended; null when it had not. */
  outcome: z.string().nullable(),
});
export type Recording = z.infer<typeof recordingSchema>;
export type RecordedFile = Recording['files'][number];

/** Reads a recording. The error says what is wrong and what to do, for a person. */
export function parseRecording(
  text: string,
  t: Translate = english,
): Recording | { readonly error: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { error: t('This is not a recording: the file is not JSON.') };
  }
  const head = z.looseObject({ kind: z.literal('bvl-recording'), version: z.unknown() });
  const known = head.safeParse(value);
  if (!known.success) {
    return { error: t('This is not a recording: it does not name itself "bvl-recording".') };
  }
  if (known.data.version !== recordingVersion) {
    return {
      error: t(
        'This recording has version {found}; this program reads version {known}. Use the BVL that wrote it, or record the run again.',
        { found: JSON.stringify(known.data.version ?? null), known: recordingVersion },
      ),
    };
  }
  const recording = recordingSchema.safeParse(value);
  if (recording.success) return recording.data;
  return {
    error: t('This recording is damaged: {detail}', { detail: z.prettifyError(recording.error) }),
  };
}

/** The text of a recording's file. */
export function recordingText(recording: Recording): string {
  return `${JSON.stringify(recording, null, 2)}\n`;
}

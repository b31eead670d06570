import * as z from 'zod/mini';

/**
 * The brief form as it was typed. Numbers are texts here, so that what cannot be read as a number stays in its field with the problem
 * beside it; the host's check turns it into a brief and options.
 */
export const briefForm = z.strictObject({
  mode: z.enum(['loop', 'audit']),
  task: z.string(),
  /** Workspace-relative paths with `/`. */
  artifacts: z.array(z.string()),
  criteria: z.array(z.string()),
  context: z.string(),
  cap: z.string(),
  cleanRounds: z.string(),
  confirmRounds: z.enum(['full', 'audit-only']),
  /** Names of the lenses chosen, in lens order. */
  lenses: z.array(z.string()),
  strictness: z.enum(['normal', 'strict', 'lenient']),
  baseline: z.boolean(),
  /** Empty: no limit. */
  budgetTokens: z.string(),
  /** `id` of one of the models offered; null: the host's default. */
  model: z.nullable(z.string()),
});
export type BriefForm = z.infer<typeof briefForm>;

export const formField = z.enum([
  'task',
  'artifacts',
  'criteria',
  'context',
  'cap',
  'cleanRounds',
  'lenses',
  'strictness',
  'baseline',
  'budgetTokens',
  'model',
]);
export type FormField = z.infer<typeof formField>;

/** A problem beside its field. `warning`: shown, does not hold the run up (a criterion that cannot be checked). */
export const formProblem = z.strictObject({
  field: formField,
  /** Which artifact or criterion; null: the field as a whole. */
  index: z.nullable(z.number()),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type FormProblem = z.infer<typeof formProblem>;

/** What leaves a criterion open, one message a reason. Named by its text: indexes change while a list is edited. */
export const criterionWarning = z.strictObject({ criterion: z.string(), message: z.string() });
export type CriterionWarning = z.infer<typeof criterionWarning>;

export const lensOption = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** What it is for, one line. */
  forWhat: z.string(),
  discipline: z.string(),
  lookFor: z.array(z.string()),
});
export type LensOption = z.infer<typeof lensOption>;

export const modelOption = z.strictObject({
  id: z.string(),
  label: z.string(),
  detail: z.string(),
});
export type ModelOption = z.infer<typeof modelOption>;

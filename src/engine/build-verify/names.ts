/*
 * Words of a run that both the journal and the panel know. Without zod: each side makes its own schema of them, and the panel carries
 * only a small build of it.
 */

/** Why a prompt was shown: a row of the exit table, or one of the two pauses that are no exit. */
export const promptKinds = [
  'blocked',
  'incomplete',
  'disagreement',
  'residual',
  'churn',
  'stalled',
  'cap',
  'budget',
  'scope',
  'conflict',
] as const;

/** How a run ends. */
export const outcomes = [
  'success',
  'success-with-residual',
  'blocked',
  'escalated: disagreement',
  'escalated: churn',
  'escalated: stalled',
  'escalated: cap',
  'escalated: budget',
  'escalated: stopped',
  'escalated: invalid report',
  'escalated: model failure',
  'escalated: decisions needed',
  'audited',
] as const;

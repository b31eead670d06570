import type { Outcome } from '../../../src/engine';
import type { ScriptedAnswer } from '../scripted-model';
import type { Scenario } from '../scenario';

/** A run with what must come of it, as the rules say (build-verify.md; rulings 1 to 18). */
export interface RulingRun {
  readonly name: string;
  readonly scenario: Scenario;
  readonly ends: readonly [outcome: Outcome, row: number | null, rounds: string];
  /** Round and kind of every prompt. */
  readonly prompts: readonly string[];
  /** Calls but the judges' in order: `i2` Implementor of round 2, `c2S` Security Critic of round 2. */
  readonly calls?: string;
  readonly judges?: string;
  readonly tags?: string;
  /** Rounds with a finding decided earlier. */
  readonly settled?: readonly number[];
  /** What stands in the prompt of a round's last Implementor call. */
  readonly given?: readonly (readonly [round: number, text: RegExp])[];
  /** What stands in the brief at the end. */
  readonly brief?: RegExp;
}

export const done = 'DONE — artifact updated at docs/plan.md';
export const refused: ScriptedAnswer = { reply: '', outcome: { kind: 'refused', why: 'no' } };
export const failed: ScriptedAnswer = {
  reply: '',
  outcome: { kind: 'failed', reason: 'server', why: 'no' },
};

export function cut(reply = ''): ScriptedAnswer {
  return { reply, outcome: { kind: 'cut-off', why: 'length' } };
}

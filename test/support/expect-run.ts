import assert from 'node:assert/strict';
import { roundsLine, type Outcome } from '../../src/engine';
import { play, type CriticShorthand, type Scenario } from './scenario';

export interface Expected {
  readonly outcome: Outcome;
  readonly row: number | null;
  readonly rounds: string;
  /** Round and kind of every prompt. */
  readonly prompts?: readonly string[];
}

/** Plays a scenario and compares how it ended and what was asked on the way. */
export async function expectRun(
  scenario: Scenario,
  expected: Expected,
): Promise<Awaited<ReturnType<typeof play>>> {
  const run = await play(scenario);
  assert.deepEqual(
    {
      outcome: run.state.ended?.outcome,
      row: run.state.ended?.row,
      rounds: roundsLine(run.state),
      prompts: run.prompts.map((one) => `${one.round} ${one.kind}`),
    },
    { ...expected, prompts: expected.prompts ?? [] },
  );
  return run;
}

type Round = Scenario['rounds'][number];
type Reply = CriticShorthand | readonly CriticShorthand[];

/** A round of one Critic; a list holds one reply for each attempt. */
export function one(reply: Reply): Round {
  return { critics: { destruction: reply } };
}

/** A round of two Critics. */
export function two(a: Reply, b: Reply): Round {
  return { critics: { destruction: a, security: b } };
}

export const both = ['destruction', 'security'];

import { renderBrief } from '../brief';
import { sha256 } from '../hash';
import {
  criticSystem,
  implementorSystem,
  numberLenses,
  pairingJudgeSystem,
  promptVersion,
  repeatJudgeSystem,
  type Lens,
} from '../roles';
import type { Brief, EventBody, RunOptions } from './events';

/** The first event of a run: everything that stays the same over its rounds, role prompts included. */
export type RunStart = Extract<EventBody, { type: 'run.started' }>;

export interface RunPlan {
  readonly runId: string;
  readonly brief: Brief;
  readonly options: RunOptions;
  /** One Critic for each, in this order; a lens may stand twice. */
  readonly lenses: readonly Lens[];
  /** A special voice or expertise for the Implementor; null: the default one. */
  readonly perspective: string | null;
  /** What each role runs on, for the report. */
  readonly models: Readonly<Record<string, string>>;
  /** Name and version of this program. */
  readonly program: string;
}

/**
 * Makes the first event of a run from a validated brief and the person's choices.
 * @throws BriefError when no Critic is configured, or a lens name cannot be a tag (rulings 26).
 */
export function prepareRun(plan: RunPlan): RunStart {
  const { strictness } = plan.options;
  const labels = numberLenses(plan.lenses.map((lens) => lens.title));
  const text = renderBrief(plan.brief, []);
  return {
    type: 'run.started',
    runId: plan.runId,
    brief: plan.brief,
    briefText: text,
    briefHash: sha256(text),
    options: plan.options,
    implementor: {
      perspective: plan.perspective,
      system: implementorSystem({ strictness, perspective: plan.perspective }),
    },
    critics: plan.lenses.map((lens, index) => ({
      lens: labels[index] ?? lens.title,
      system: criticSystem(lens, strictness),
    })),
    judges: { repeat: repeatJudgeSystem, pairing: pairingJudgeSystem },
    models: { ...plan.models },
    program: plan.program,
    promptVersion,
  };
}

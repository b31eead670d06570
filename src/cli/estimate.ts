import type { RunStart } from '../engine/build-verify/start';

/** Characters of English text or code that make about one token. */
const charactersPerToken = 3.6;
/** A conversation reads the artifact once, then answers: every turn after the first sends what came before again. */
const turns = 3;
const replyTokens = 1_500;

export interface Estimate {
  /** Tokens of one round, and of the run when it goes on to its cap. */
  readonly round: number;
  readonly run: number;
}

/**
 * About what a run will spend, before anything was sent: role prompts, brief and artifact for each conversation of a round, the
 * reading and the reply. Rough on purpose; what was really spent is counted from the service's own figures.
 * @param artifactBytes size of the artifact's files together
 */
export function estimateTokens(start: RunStart, artifactBytes: number): Estimate {
  const tokens = (characters: number): number => Math.ceil(characters / charactersPerToken);
  const artifact = tokens(artifactBytes);
  const call = (system: string): number =>
    (tokens(system.length + start.briefText.length) + artifact + 500) * turns + replyTokens;
  const critics = start.critics.reduce((sum, critic) => sum + call(critic.system), 0);
  if (start.options.mode === 'audit') return { round: critics, run: critics };
  const round = call(start.implementor.system) + artifact + critics;
  const baseline = start.options.baseline && artifactBytes > 0 ? critics : 0;
  return { round, run: baseline + round * start.options.cap };
}

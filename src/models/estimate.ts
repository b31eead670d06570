import type { CallRole } from '../engine/build-verify/events';
import type { RunStart } from '../engine/build-verify/start';
import type { ModelFor, PromptPart, ToolAccess } from '../engine/ports';
import { criticPrompt, implementorPrompt } from '../engine/prompt';
import { toolDefinitions } from './tools';

/*
 * What a person can see before the first live call: the exact prompts, where they go, and roughly how much it is.
 */

/** A request that the first round will send. */
export interface PreviewRequest {
  readonly role: CallRole;
  readonly lens: string | null;
  readonly system: string;
  readonly prompt: readonly PromptPart[];
  readonly access: ToolAccess['kind'];
  /** Name of the model it goes to. */
  readonly model: string;
}

/** The requests of a run's first round, exactly as they will be sent: the Implementor's (an audit has none), then each Critic's. */
export function firstRequests(start: RunStart, modelFor: ModelFor): PreviewRequest[] {
  const { briefText, brief, implementor, critics, options } = start;
  const audits = critics.map(({ lens, system }): PreviewRequest => ({
    role: 'critic',
    lens,
    system,
    prompt: criticPrompt(briefText, brief.artifacts),
    access: 'read',
    model: modelFor('critic', lens).name,
  }));
  if (options.mode === 'audit') return audits;
  const revision: PreviewRequest = {
    role: 'implementor',
    lens: null,
    system: implementor.system,
    prompt: implementorPrompt(briefText, brief.artifacts, null),
    access: 'edit',
    model: modelFor('implementor', null).name,
  };
  return [revision, ...audits];
}

/**
 * A rough token count without a service: a quarter of the characters for Latin text, one token for each Chinese, Japanese or Korean
 * character. Good for an order of magnitude.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g);
  const count = wide?.length ?? 0;
  return count + Math.ceil((text.length - count) / 4);
}

/**
 * Input tokens of requests, estimated: prompts and tools as they are sent, and one reading of the artifact by each call with tools. Such a
 * call sends its prompt at least twice (once to ask for the artifact, once with it), so this is a lower bound.
 * @param artifactTexts decoded texts of the artifact files, empty for one that does not exist yet
 */
export function estimateInput(
  requests: readonly PreviewRequest[],
  artifactTexts: readonly string[],
): number {
  const artifact = artifactTexts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return requests.reduce((sum, { system, prompt, access }) => {
    const sent = estimateTokens(system + joined(prompt) + toolsText(access));
    return sum + (access === 'none' ? sent : 2 * sent + artifact);
  }, 0);
}

function joined(prompt: readonly PromptPart[]): string {
  return prompt.map((part) => part.text).join('');
}

function toolsText(access: ToolAccess['kind']): string {
  return JSON.stringify(toolDefinitions(access));
}

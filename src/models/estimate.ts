import type { CallRole } from '../engine/build-verify/events';
import type { PromptPart, ToolAccess } from '../engine/ports';
import { english, type Translate } from '../util/translate';
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
  /** Model and host as the model names them; host null: nothing leaves the machine. */
  readonly model: string;
  readonly host: string | null;
}

/** Input tokens, estimated: prompts and tools as they are sent, and one reading of the artifact by each call. */
export interface RoundEstimate {
  readonly requests: readonly {
    readonly role: CallRole;
    readonly lens: string | null;
    readonly input: number;
  }[];
  readonly input: number;
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
 * Estimates the first round. A call with tools sends its prompt at least twice (once to ask for the artifact, once with it), so this is
 * a lower bound and said to be one.
 * @param artifactTexts decoded texts of the artifact files, empty for one that does not exist yet
 */
export function estimateFirstRound(
  requests: readonly PreviewRequest[],
  artifactTexts: readonly string[],
): RoundEstimate {
  const artifact = artifactTexts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const counted = requests.map(({ role, lens, system, prompt, access }) => {
    const sent = estimateTokens(system + joined(prompt) + toolsText(access));
    return { role, lens, input: access === 'none' ? sent : 2 * sent + artifact };
  });
  return { requests: counted, input: counted.reduce((sum, one) => sum + one.input, 0) };
}

/** The preview as text: host, model, estimate, then each prompt exactly as it is sent. */
export function previewText(
  requests: readonly PreviewRequest[],
  estimate: RoundEstimate,
  t: Translate = english,
): string {
  const hosts = [...new Set(requests.flatMap(({ host }) => (host === null ? [] : [host])))];
  const lines = [
    hosts.length === 0
      ? t('Nothing leaves this machine.')
      : t('These requests go to: {hosts}', { hosts: hosts.join(', ') }),
    t(
      'First round: at least about {n} input tokens (an estimate, counted here; what the models read and write comes on top).',
      {
        n: estimate.input,
      },
    ),
  ];
  for (const [index, request] of requests.entries()) {
    const who = request.lens === null ? request.role : `${request.role} (${request.lens})`;
    const tools = toolDefinitions(request.access).map(({ name }) => name);
    lines.push(
      '',
      `##### ${who}, ${request.model}${request.host === null ? '' : `, ${request.host}`}`,
      t('About {n} input tokens. Tools: {tools}.', {
        n: estimate.requests[index]?.input ?? 0,
        tools: tools.length === 0 ? t('none') : tools.join(', '),
      }),
      '',
      `--- ${t('Role prompt')} ---`,
      request.system,
      `--- ${t('Prompt')} ---`,
      joined(request.prompt),
    );
  }
  return `${lines.join('\n')}\n`;
}

function joined(prompt: readonly PromptPart[]): string {
  return prompt.map((part) => part.text).join('');
}

function toolsText(access: ToolAccess['kind']): string {
  return JSON.stringify(toolDefinitions(access));
}

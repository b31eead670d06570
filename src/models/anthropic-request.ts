import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ModelRequest, PromptPart } from '../engine/ports';
import type { ToolSet } from './tools';

const ephemeral = { type: 'ephemeral' } as const;

/** What a request to the service holds, for sending and for showing before anything is sent. */
export function messageParams(
  model: string,
  maxTokens: number,
  request: Pick<ModelRequest, 'system' | 'prompt'>,
  tools: ToolSet,
): MessageCreateParamsStreaming {
  const definitions = tools.definitions.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' as const },
  }));
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    system: [{ type: 'text', text: request.system }],
    ...(definitions.length === 0 ? {} : { tools: definitions }),
    messages: [{ role: 'user', content: promptBlocks(request.prompt) }],
  };
}

/** The prompt as at most two blocks: the part that stays the same over the run, marked for the cache, and the rest. */
function promptBlocks(parts: readonly PromptPart[]): TextBlockParam[] {
  const end = parts.findLastIndex((part) => part.cached) + 1;
  const join = (some: readonly PromptPart[]): string => some.map((part) => part.text).join('');
  const stable = join(parts.slice(0, end));
  const rest = join(parts.slice(end));
  return [
    ...(stable === '' ? [] : [{ type: 'text' as const, text: stable, cache_control: ephemeral }]),
    ...(rest === '' ? [] : [{ type: 'text' as const, text: rest }]),
  ];
}

/** The same blocks with a cache mark on the last: what the next turn will repeat. */
export function markLast(content: readonly ContentBlockParam[]): ContentBlockParam[] {
  return content.map((block, index) => {
    if (index !== content.length - 1) return block;
    if (block.type !== 'text' && block.type !== 'tool_result') return block;
    return { ...block, cache_control: ephemeral };
  });
}

import type {
  ContentBlock,
  ContentBlockParam,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { noTokens, type TokenCounts } from './usage';

/** A tool call of a whole message. `input` is undefined when what was sent is no JSON. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly valid: boolean;
}

interface OpenBlock {
  readonly start: ContentBlock;
  text: string;
  signature: string;
  json: string;
  closed: boolean;
}

/**
 * Puts one streamed message together. Nothing of it counts before `complete`: the message has ended, and so has every block
 * (field-notes row 4: half a tool call is never used).
 */
export class AnthropicMessage {
  /** Cumulative figures of this message, as far as the service has told. */
  tokens: TokenCounts = noTokens;
  model: string | null = null;
  stopReason: string | null = null;
  stopDetail: string | null = null;
  /** True from the first event on. */
  begun = false;
  private ended = false;
  private readonly blocks = new Map<number, OpenBlock>();
  private received = 0;

  add(event: RawMessageStreamEvent): void {
    this.begun = true;
    switch (event.type) {
      case 'message_start':
        this.model = event.message.model;
        this.addTokens(event.message.usage);
        return;
      case 'content_block_start':
        this.blocks.set(event.index, opened(event.content_block));
        return;
      case 'content_block_delta':
        this.addDelta(event.index, event.delta);
        return;
      case 'content_block_stop': {
        const block = this.blocks.get(event.index);
        if (block !== undefined) block.closed = true;
        return;
      }
      case 'message_delta':
        this.stopReason = event.delta.stop_reason;
        this.stopDetail = event.delta.stop_details?.category ?? null;
        this.addTokens(event.usage);
        return;
      case 'message_stop':
        this.ended = true;
        return;
      default:
        // A kind of event that is newer than this program: nothing here depends on it.
        return;
    }
  }

  get complete(): boolean {
    return this.ended && this.inOrder.every((block) => block.closed);
  }

  /** Characters of text, thinking and tool input so far: what a live token figure is estimated from. */
  get characters(): number {
    return this.received;
  }

  /** All text so far, exactly as it was sent. */
  get text(): string {
    return this.inOrder.map(({ start, text }) => (start.type === 'text' ? text : '')).join('');
  }

  get toolUses(): ToolUse[] {
    return this.inOrder.flatMap((block) => {
      if (block.start.type !== 'tool_use') return [];
      const { id, name } = block.start;
      const input = inputOf(block);
      return [{ id, name, input, valid: input !== undefined }];
    });
  }

  /** The message as it is sent back with the next request: unchanged but for empty texts, which the service refuses. */
  get params(): ContentBlockParam[] {
    return this.inOrder.flatMap((block): ContentBlockParam[] => {
      const { start, text } = block;
      switch (start.type) {
        case 'text':
          return text === '' ? [] : [{ type: 'text', text }];
        case 'thinking':
          return [{ type: 'thinking', thinking: text, signature: block.signature }];
        case 'redacted_thinking':
          return [{ type: 'redacted_thinking', data: start.data }];
        case 'tool_use': {
          const input = inputOf(block) ?? { invalid_json: block.json };
          return [{ type: 'tool_use', id: start.id, name: start.name, input }];
        }
        default:
          // Blocks of the service's own tools; none is offered by us.
          return [];
      }
    });
  }

  private get inOrder(): OpenBlock[] {
    return [...this.blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
  }

  private addDelta(
    index: number,
    delta: Extract<RawMessageStreamEvent, { type: 'content_block_delta' }>['delta'],
  ): void {
    const block = this.blocks.get(index);
    if (block === undefined) return;
    switch (delta.type) {
      case 'text_delta':
        block.text += delta.text;
        this.received += delta.text.length;
        return;
      case 'thinking_delta':
        block.text += delta.thinking;
        this.received += delta.thinking.length;
        return;
      case 'signature_delta':
        block.signature += delta.signature;
        return;
      case 'input_json_delta':
        block.json += delta.partial_json;
        this.received += delta.partial_json.length;
        return;
      default:
        return;
    }
  }

  /** Each figure is cumulative for the message; one that is not told stays what it was. */
  private addTokens(usage: {
    readonly input_tokens?: number | null;
    readonly output_tokens?: number | null;
    readonly cache_creation_input_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
  }): void {
    this.tokens = {
      input: usage.input_tokens ?? this.tokens.input,
      output: usage.output_tokens ?? this.tokens.output,
      cacheCreation: usage.cache_creation_input_tokens ?? this.tokens.cacheCreation,
      cacheRead: usage.cache_read_input_tokens ?? this.tokens.cacheRead,
    };
  }
}

function opened(start: ContentBlock): OpenBlock {
  const text = start.type === 'text' ? start.text : start.type === 'thinking' ? start.thinking : '';
  const signature = start.type === 'thinking' ? start.signature : '';
  return { start, text, signature, json: '', closed: false };
}

/** The input of a tool call; what came as deltas, else what the block began with. Undefined when it is no JSON. */
function inputOf(block: OpenBlock): unknown {
  if (block.json === '') return block.start.type === 'tool_use' ? block.start.input : undefined;
  try {
    return JSON.parse(block.json) as unknown;
  } catch {
    return undefined;
  }
}

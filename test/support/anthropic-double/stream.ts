import type { Turn } from './turn';
import type { MessagesRequest, ServiceUsage } from './turn';

/** One server-sent event: its name and its JSON data. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The content blocks of an answer, as both the stream and a plain JSON answer hold them. */
export interface AnswerBlock {
  readonly block: Readonly<Record<string, unknown>>;
  readonly deltas: readonly Readonly<Record<string, unknown>>[];
  /** The block as a client that does not stream gets it. */
  readonly whole: Readonly<Record<string, unknown>>;
}

/** The whole event sequence of one turn, without its fault. `id` makes message and tool ids unique. */
export function eventsOf(
  turn: Turn,
  request: MessagesRequest,
  usage: Required<ServiceUsage>,
  id: string,
): StreamEvent[] {
  const blocks = answerBlocks(turn, id);
  const events: StreamEvent[] = [
    {
      name: 'message_start',
      data: {
        type: 'message_start',
        message: {
          id: `msg_${id}`,
          type: 'message',
          role: 'assistant',
          model: turn.model ?? request.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: 1 },
        },
      },
    },
    ping,
  ];
  for (const [index, { block, deltas }] of blocks.entries()) {
    events.push({
      name: 'content_block_start',
      data: { type: 'content_block_start', index, content_block: block },
    });
    for (const delta of deltas) {
      events.push({
        name: 'content_block_delta',
        data: { type: 'content_block_delta', index, delta },
      });
      if (turn.pingEvery !== undefined && events.length % turn.pingEvery === 0) events.push(ping);
    }
    events.push({ name: 'content_block_stop', data: { type: 'content_block_stop', index } });
  }
  events.push({
    name: 'message_delta',
    data: {
      type: 'message_delta',
      delta: { stop_reason: stopReason(turn), stop_sequence: null, ...stopDetails(turn) },
      usage: { output_tokens: usage.output_tokens },
    },
  });
  events.push({ name: 'message_stop', data: { type: 'message_stop' } });
  return events;
}

/** The same answer for a request that does not stream. */
export function messageOf(
  turn: Turn,
  request: MessagesRequest,
  usage: Required<ServiceUsage>,
  id: string,
): Readonly<Record<string, unknown>> {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: turn.model ?? request.model,
    content: answerBlocks(turn, id).map(({ whole }) => whole),
    stop_reason: stopReason(turn),
    stop_sequence: null,
    ...stopDetails(turn),
    usage,
  };
}

export const ping: StreamEvent = { name: 'ping', data: { type: 'ping' } };

/** The bytes of an event on the wire. */
export function wireText(event: StreamEvent): string {
  return `event: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** Ids of a turn's tool calls, in order. */
export function toolIds(turn: Turn, id: string): string[] {
  return (turn.tools ?? []).map((_tool, index) => `toolu_${id}_${index + 1}`);
}

function answerBlocks(turn: Turn, id: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  if (turn.thinking !== undefined) {
    const signature = Buffer.from(turn.thinking).toString('base64').slice(0, 24);
    blocks.push({
      block: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...pieces(turn.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature },
      ],
      whole: { type: 'thinking', thinking: turn.thinking, signature },
    });
  }
  if (turn.text !== undefined) {
    blocks.push({
      block: { type: 'text', text: '' },
      deltas: pieces(turn.text).map((text) => ({ type: 'text_delta', text })),
      whole: { type: 'text', text: turn.text },
    });
  }
  const ids = toolIds(turn, id);
  for (const [index, { name, input, rawInput }] of (turn.tools ?? []).entries()) {
    const json = rawInput ?? JSON.stringify(input ?? {});
    const use = { type: 'tool_use', id: ids[index], name };
    blocks.push({
      block: { ...use, input: {} },
      deltas: pieces(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      whole: { ...use, input: input ?? {} },
    });
  }
  return blocks;
}

function stopReason(turn: Turn): string | null {
  if (turn.stopReason !== undefined) return turn.stopReason;
  return (turn.tools ?? []).length > 0 ? 'tool_use' : 'end_turn';
}

function stopDetails(turn: Turn): Readonly<Record<string, unknown>> {
  if (turn.refusalCategory === undefined) return {};
  return { stop_details: { type: 'refusal', category: turn.refusalCategory, explanation: null } };
}

/** A text in pieces as a stream brings it, at most some 200 of them, never cutting a character in two. */
function pieces(text: string): string[] {
  const characters = Array.from(text);
  const size = Math.max(24, Math.ceil(characters.length / 200));
  const found: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    found.push(characters.slice(start, start + size).join(''));
  }
  return found;
}

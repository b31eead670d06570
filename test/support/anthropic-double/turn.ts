import { z } from 'zod';

/*
 * One scripted answer of the service to one request: what the model says, what tools it calls, and what goes wrong on the way.
 */

export const toolUseSchema = z.strictObject({
  name: z.string(),
  input: z.unknown().optional(),
  /** Sent instead of `input`, byte for byte: for input that is no JSON, or half of one. */
  rawInput: z.string().optional(),
});

export const usageSchema = z.strictObject({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  cache_creation_input_tokens: z.number().optional(),
  cache_read_input_tokens: z.number().optional(),
});
export type ServiceUsage = z.infer<typeof usageSchema>;

/** Where in the stream a fault happens: after so many events, or after so many bytes of the stream. Neither: before the first. */
const place = {
  afterEvents: z.number().int().nonnegative().optional(),
  afterBytes: z.number().int().nonnegative().optional(),
};

export const faultSchema = z.discriminatedUnion('kind', [
  /** An HTTP error, with the service's JSON body or with a page. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int(),
    type: z.string().optional(),
    message: z.string().optional(),
    retryAfter: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    html: z.boolean().optional(),
  }),
  /** Status 200 and a web page, as a captive portal or a wrong base URL answers. */
  z.strictObject({ kind: z.literal('html') }),
  /** An `error` event inside the stream. */
  z.strictObject({
    kind: z.literal('error-event'),
    type: z.string().optional(),
    message: z.string().optional(),
    ...place,
  }),
  /** The response ends, cleanly as far as HTTP goes. */
  z.strictObject({ kind: z.literal('cut'), ...place }),
  /** The connection is reset. */
  z.strictObject({ kind: z.literal('reset'), ...place }),
  /** Nothing more comes, or only pings, and the connection stays open. */
  z.strictObject({ kind: z.literal('stall'), pings: z.boolean().optional(), ...place }),
  /** Not even headers come. */
  z.strictObject({ kind: z.literal('silence') }),
]);
export type Fault = z.infer<typeof faultSchema>;

export const turnSchema = z.strictObject({
  text: z.string().optional(),
  thinking: z.string().optional(),
  tools: z.array(toolUseSchema).optional(),
  /** Default: `tool_use` when tools are called, else `end_turn`. Null is sent as null. */
  stopReason: z.string().nullable().optional(),
  refusalCategory: z.string().optional(),
  model: z.string().optional(),
  /** Default: estimated from the request, with the cache worked out from its breakpoints. */
  usage: usageSchema.optional(),
  fault: faultSchema.optional(),
  /** Bytes written at once; default: one event at once. */
  chunkBytes: z.number().int().positive().optional(),
  /** Milliseconds between two writes. */
  delay: z.number().nonnegative().optional(),
  /** A ping after every so many events. */
  pingEvery: z.number().int().positive().optional(),
});
export type Turn = z.infer<typeof turnSchema>;

const blockSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
  input: z.unknown().optional(),
  is_error: z.boolean().optional(),
  cache_control: z.unknown().optional(),
});
export type Block = z.infer<typeof blockSchema>;

/** The parts of a Messages request that the double looks at; everything else is kept as it came. */
export const requestSchema = z.looseObject({
  model: z.string(),
  max_tokens: z.number().optional(),
  stream: z.boolean().optional(),
  system: z.union([z.string(), z.array(blockSchema)]).optional(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string(), z.array(blockSchema)]),
      }),
    )
    .min(1),
});
export type MessagesRequest = z.infer<typeof requestSchema>;

/** The system prompt as one text. */
export function systemText(request: MessagesRequest): string {
  return textOf(request.system ?? '');
}

/** The text blocks of a message, joined with nothing between. */
export function textOf(content: string | readonly Block[]): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
}

/** The prompt that opened the conversation. */
export function promptText(request: MessagesRequest): string {
  return textOf(request.messages[0]?.content ?? '');
}

/** Which of our roles this conversation is, seen from its tools: the request itself does not say. */
export function roleOf(request: MessagesRequest): 'implementor' | 'critic' | 'judge' {
  const names = (request.tools ?? []).map((tool) => tool.name);
  if (names.length === 0) return 'judge';
  return names.includes('replace_text') ? 'implementor' : 'critic';
}

/** Ids of the tool calls that the last message of the request answers. */
export function answeredIds(request: MessagesRequest): string[] {
  const content = request.messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return [];
  return content.flatMap((block) => (block.tool_use_id === undefined ? [] : [block.tool_use_id]));
}

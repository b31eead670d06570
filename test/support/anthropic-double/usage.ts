import type { Block, MessagesRequest, ServiceUsage, Turn } from './turn';

/**
 * Works out usage figures as the real service would give them, with its cache: what stands before a `cache_control` mark is a
 * prefix (tools, then system, then messages), and a prefix that was seen before is read instead of written. Tokens are estimated
 * as a quarter of the characters.
 */
export class UsageMeter {
  private readonly seen = new Set<string>();

  measure(request: MessagesRequest, turn: Turn): Required<ServiceUsage> {
    const prefixes = cachePrefixes(request);
    const whole = tokens(JSON.stringify([request.tools, request.system, request.messages]));
    const read = prefixes.filter((prefix) => this.seen.has(prefix)).at(-1);
    const last = prefixes.at(-1);
    for (const prefix of prefixes) this.seen.add(prefix);
    const cacheRead = read === undefined ? 0 : tokens(read);
    const cached = last === undefined ? 0 : tokens(last);
    return {
      input_tokens: Math.max(1, whole - cached),
      output_tokens: Math.max(
        1,
        tokens((turn.text ?? '') + (turn.thinking ?? '') + JSON.stringify(turn.tools ?? '')),
      ),
      cache_creation_input_tokens: Math.max(0, cached - cacheRead),
      cache_read_input_tokens: cacheRead,
      ...turn.usage,
    };
  }
}

/** Tokens of a text, estimated. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The text up to and including each block that carries `cache_control`, in the service's order. */
export function cachePrefixes(request: MessagesRequest): string[] {
  const found: string[] = [];
  let before = JSON.stringify(request.tools ?? []);
  const walk = (content: string | readonly Block[]): void => {
    const blocks: readonly Block[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    for (const { cache_control: mark, ...block } of blocks) {
      before += JSON.stringify(block);
      if (mark !== undefined && mark !== null) found.push(before);
    }
  };
  if (request.system !== undefined) walk(request.system);
  for (const message of request.messages) {
    before += message.role;
    walk(message.content);
  }
  return found;
}

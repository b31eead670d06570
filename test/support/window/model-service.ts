import { AnthropicDouble } from '../anthropic-double/server';
import type { Responder } from '../anthropic-double/script';
import {
  promptText,
  roleOf,
  systemText,
  type MessagesRequest,
  type Turn,
} from '../anthropic-double/turn';

/** What one conversation does: tool calls one after the other, then the reply. */
export interface Conversation {
  readonly tools?: readonly { readonly name: string; readonly input: unknown }[];
  readonly reply: string;
}

export type Role = 'implementor' | 'critic' | 'judge';

/** Gives the n-th conversation (from 1) of a role; `system` is its role prompt. */
export type Plan = (role: Role, nth: number, system: string) => Conversation;

/**
 * A model service on the loopback interface that follows a plan. `hold` makes the replies of a role
 * wait, so that a test can look at a phase, or end it, while it goes on.
 */
export class ModelService implements Responder {
  readonly slow = true;
  private readonly double: AnthropicDouble;
  private readonly counts = new Map<Role, number>();
  private readonly known = new Map<string, number>();
  private held: Role | null = null;
  private waiting: (() => void)[] = [];

  private constructor(
    private readonly plan: Plan,
    key: string,
  ) {
    this.double = new AnthropicDouble({ responder: this, key });
  }

  static async start(plan: Plan, key: string): Promise<{ service: ModelService; url: string }> {
    const service = new ModelService(plan, key);
    return { service, url: await service.double.listen() };
  }

  close(): Promise<void> {
    return this.double.close();
  }

  /** Requests of a role that opened a conversation. */
  conversations(role: Role): MessagesRequest[] {
    return this.double.bodies.filter(
      (request) => request.messages.length === 1 && roleOf(request) === role,
    );
  }

  hold(role: Role): void {
    this.held = role;
  }

  release(): void {
    this.held = null;
    for (const go of this.waiting) go();
    this.waiting = [];
  }

  async respond(request: MessagesRequest, _id: string, gone: AbortSignal): Promise<Turn> {
    const role = roleOf(request);
    const conversation = this.plan(role, this.numberOf(request, role), systemText(request));
    const step = (request.messages.length - 1) / 2;
    const tool = conversation.tools?.[step];
    if (tool !== undefined) return { tools: [tool] };
    if (this.held === role) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        gone.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return { text: conversation.reply };
  }

  sent(): void {
    // Conversations are told apart by their first answer, which the request repeats.
  }

  /** Every opening request begins a conversation; a later one belongs to the newest with its prompt. */
  private numberOf(request: MessagesRequest, role: Role): number {
    const key = `${systemText(request)}\n${promptText(request)}`;
    if (request.messages.length === 1) {
      const nth = (this.counts.get(role) ?? 0) + 1;
      this.counts.set(role, nth);
      this.known.set(key, nth);
      return nth;
    }
    return this.known.get(key) ?? 1;
  }
}

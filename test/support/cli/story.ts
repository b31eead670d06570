import { ScriptResponder, type Script } from '../anthropic-double/script';
import { AnthropicDouble } from '../anthropic-double/server';
import type { Turn } from '../anthropic-double/turn';

/*
 * Scripted conversations for the double of the service, in the order a run asks for them.
 */
export type Conversation = Script['conversations'][number];

export const clean = 'NO FINDINGS — artifact passes audit';
export const testKey = 'sk-ant-test-0123456789abcdef';

export interface FindingText {
  readonly severity: 'HIGH' | 'MEDIUM' | 'LOW';
  readonly issue: string;
  readonly quote: string;
  readonly kind?: string;
}

/** A Critic's reply in the wire format. */
export function findings(...list: readonly FindingText[]): string {
  return list
    .map(({ severity, issue, quote, kind }, index) =>
      [
        `FINDING #${index + 1}`,
        `  Severity: ${severity}`,
        '  AC reference: 1',
        ...(kind === undefined ? [] : [`  Kind: ${kind}`]),
        `  Issue: ${issue}`,
        `  Evidence: "${quote}"`,
      ].join('\n'),
    )
    .join('\n');
}

/** A Critic that reads the artifact and replies. */
export function critic(reply: string, path = 'plan.md'): Conversation {
  return {
    when: { role: 'critic' },
    turns: [{ tools: [{ name: 'view', input: { path } }] }, { text: reply }],
  };
}

/** An Implementor that makes the edits and replies DONE with an answer for each finding. */
export function implementor(
  edits: readonly (readonly [from: string, to: string])[],
  answers: readonly string[] = ['Addressed'],
  path = 'plan.md',
): Conversation {
  const lines = answers.map((answer, index) => `FINDING #${index + 1}: ${answer}`);
  return {
    when: { role: 'implementor' },
    turns: [
      ...edits.map(([from, to]): Turn => ({
        tools: [{ name: 'replace_text', input: { path, old_text: from, new_text: to } }],
      })),
      { text: [`DONE — artifact updated at ${path}`, 'RESPONSES:', ...lines].join('\n') },
    ],
  };
}

/** A judge that answers with this text. */
export function judge(reply: string): Conversation {
  return { when: { role: 'judge' }, turns: [{ text: reply }] };
}

/** A conversation that opens and then says nothing more, until it is aborted. */
export function hanging(role: 'critic' | 'implementor'): Conversation {
  return {
    when: { role },
    turns: [{ text: 'thinking', fault: { kind: 'stall', afterEvents: 2 } }],
  };
}

/** The service as a local program, with what a child needs to reach it. */
export class Service {
  private constructor(
    readonly double: AnthropicDouble,
    readonly url: string,
    private readonly waiting: (() => void)[],
  ) {}

  static async start(conversations: readonly Conversation[]): Promise<Service> {
    const waiting: (() => void)[] = [];
    const double = new AnthropicDouble({
      responder: new ScriptResponder({ conversations: [...conversations] }),
      key: testKey,
      onRequest: () => waiting.splice(0).forEach((tell) => tell()),
    });
    return new Service(double, await double.listen(), waiting);
  }

  get env(): Record<string, string> {
    return { ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: this.url };
  }

  /** Resolves when the service has got this many requests. */
  async requests(count: number): Promise<void> {
    while (this.double.requests.length < count) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  stop(): Promise<void> {
    return this.double.close();
  }
}

import type {
  MessageCreateParamsStreaming,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { CallOutcome, ToolCallRecord } from '../engine/build-verify/events';
import type {
  Clock,
  Model,
  ModelProgress,
  ModelRequest,
  ModelResult,
  ToolAccess,
} from '../engine/ports';
import { english, type Translate } from '../util/translate';
import { anthropicBaseUrl, createClient, hostOf, unusable } from './anthropic-client';
import type { Failure } from './anthropic-error';
import { AnthropicMessage, type ToolUse } from './anthropic-message';
import { markLast, messageParams } from './anthropic-request';
import { abortOf, type MessagesClient, runTurn, type TurnEnd } from './anthropic-turn';
import { backoff, countDown } from './backoff';
import { pathOfCall, type ToolSet, toolSet } from './tools';
import {
  addTokens,
  costOf,
  inputTokens,
  noTokens,
  type Price,
  type TokenCounts,
  usageOf,
} from './usage';

export interface AnthropicOptions {
  readonly apiKey: string;
  /** Null: the service's own address. Never taken from a workspace (field-notes row 17). */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly clock: Clock;
  /** Longest reply of one turn in tokens. */
  readonly maxTokens?: number;
  /** Turns of one conversation; each tool round is one. */
  readonly maxTurns?: number;
  readonly maxToolCalls?: number;
  /** Milliseconds until the first content, between two pieces of content, and for the whole call without its waits. */
  readonly firstMs?: number;
  readonly idleMs?: number;
  readonly wallMs?: number;
  /** The person's own prices; null: the cost is unknown. */
  readonly price?: Price | null;
  /** A number in [0, 1) for the jitter of waits. */
  readonly random?: () => number;
  readonly translate?: Translate;
}

const minute = 60_000;

/**
 * The Messages API through the official SDK, with our own tools and our own loop around single streamed turns. Every failure is a
 * result; waits and retries are shown as progress; an abort ends it at once with what had arrived.
 */
export function anthropicModel(options: AnthropicOptions): Model {
  const baseUrl = options.baseUrl ?? anthropicBaseUrl;
  let client: Promise<MessagesClient> | null = null;
  return {
    name: `anthropic: ${options.model}`,
    host: hostOf(baseUrl),
    run: async (request, tools, signal, progress) => {
      const refused = unusable(options.apiKey, baseUrl, options.translate ?? english);
      if (refused !== null) return ended(refused);
      client ??= createClient(options.apiKey, baseUrl);
      const call = new AnthropicCall(options, await client, request, tools, signal, progress);
      return call.run();
    },
  };
}

/** One call: the conversation from the first request to its named end. */
class AnthropicCall {
  private readonly t: Translate;
  private readonly host: string;
  private readonly tools: ToolSet;
  private readonly first: MessageCreateParamsStreaming;
  private readonly conversation: MessageParam[] = [];
  private readonly records: ToolCallRecord[] = [];
  private readonly servedBy: string[] = [];
  private tokens: TokenCounts = noTokens;
  private told = false;
  /** Milliseconds spent in turns, waits not counted. */
  private spent = 0;
  /** Text of paused turns that the next one goes on from. */
  private pausedText = '';
  private lastText = '';

  constructor(
    private readonly options: AnthropicOptions,
    private readonly client: MessagesClient,
    request: ModelRequest,
    private readonly access: ToolAccess,
    private readonly signal: AbortSignal,
    private readonly progress: (progress: ModelProgress) => void,
  ) {
    this.t = options.translate ?? english;
    this.host = hostOf(options.baseUrl ?? anthropicBaseUrl);
    this.tools = toolSet(access, signal);
    this.first = messageParams(options.model, options.maxTokens ?? 32_000, request, this.tools);
  }

  async run(): Promise<ModelResult> {
    const maxTurns = this.options.maxTurns ?? 100;
    for (let turn = 1; turn <= maxTurns; turn += 1) {
      const message = await this.turnWithRetries();
      if (!(message instanceof AnthropicMessage)) return this.end(message);
      const outcome = await this.afterTurn(message);
      if (outcome !== null) return this.end(outcome);
    }
    return this.end(
      this.failed(
        this.t('The model used {n} turns without an answer; the call was ended.', { n: maxTurns }),
      ),
    );
  }

  /** What a whole message asks for: null when the conversation goes on. */
  private async afterTurn(message: AnthropicMessage): Promise<CallOutcome | null> {
    this.lastText = this.pausedText + message.text;
    const { stopReason, toolUses } = message;
    switch (stopReason) {
      case 'end_turn':
      case 'tool_use':
      case 'stop_sequence':
        if (toolUses.length > 0) return this.useTools(message, toolUses);
        if (stopReason === 'end_turn') return { kind: 'ok' };
        return this.failed(
          this.t('The model stopped for "{reason}", which fits nothing it said.', {
            reason: stopReason,
          }),
        );
      case 'pause_turn':
        this.pausedText = this.lastText;
        this.conversation.push({ role: 'assistant', content: message.params });
        return null;
      case 'max_tokens':
        return {
          kind: 'cut-off',
          why: this.t('The reply reached the length limit of {n} tokens.', {
            n: this.first.max_tokens,
          }),
        };
      case 'model_context_window_exceeded':
        return {
          kind: 'cut-off',
          why: this.t("The conversation filled the model's context window."),
        };
      case 'refusal': {
        const category = message.stopDetail ?? '';
        return {
          kind: 'refused',
          why:
            category === ''
              ? this.t('The model refused to answer.')
              : this.t('The model refused to answer (category: {category}).', { category }),
        };
      }
      default:
        return this.failed(
          this.t('The model stopped for an unknown reason: {reason}.', {
            reason: String(stopReason),
          }),
        );
    }
  }

  /** Runs the tool calls of a whole message in order and puts their results into the conversation. */
  private async useTools(
    message: AnthropicMessage,
    uses: readonly ToolUse[],
  ): Promise<CallOutcome | null> {
    const results: ToolResultBlockParam[] = [];
    for (const use of uses) {
      if (this.signal.aborted) return { kind: 'cancelled' };
      const abort = abortOf(this.signal);
      try {
        const done = await Promise.race([this.useTool(use), abort.promise]);
        if ('kind' in done) return done;
        results.push(done);
      } catch (error) {
        return this.failed(
          this.t('The tool {name} failed: {detail}', { name: use.name, detail: messageOf(error) }),
        );
      } finally {
        abort.forget();
      }
    }
    this.pausedText = '';
    this.conversation.push(
      { role: 'assistant', content: message.params },
      { role: 'user', content: results },
    );
    return null;
  }

  private async useTool({ id, name, input, valid }: ToolUse): Promise<ToolResultBlockParam> {
    const limit = this.options.maxToolCalls ?? 250;
    const refusal =
      this.records.length >= limit
        ? `All ${limit} tool calls of this conversation are used. Give your final reply now.`
        : valid
          ? null
          : `The input of ${name} was not valid JSON; nothing was done.`;
    if (refusal !== null) {
      this.records.push({ name, input: {}, error: refusal });
      return { type: 'tool_result', tool_use_id: id, content: refusal, is_error: true };
    }
    this.progress({ kind: 'tool', name, path: pathOfCall(input) });
    const { text, record } = await this.tools.run(name, input);
    this.records.push(record);
    return {
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      ...(record.error === null ? {} : { is_error: true }),
    };
  }

  /** One turn, tried again while that makes sense: the same request each time, nothing of a failed try is kept but its cost. */
  private async turnWithRetries(): Promise<AnthropicMessage | CallOutcome> {
    for (let next = 2; ; next += 1) {
      const { end, message } = await this.turnOnce();
      switch (end.kind) {
        case 'message':
          return message;
        case 'cancelled':
          return { kind: 'cancelled' };
        case 'out-of-time':
          return {
            kind: 'failed',
            reason: 'timeout',
            why: this.t('The call took longer than {n} minutes and was ended.', {
              n: Math.round(this.wallMs / minute),
            }),
          };
        case 'failure': {
          const waited = await this.wait(end.failure, next);
          if (waited !== null) return waited;
        }
      }
    }
  }

  /** Null after a wait; the outcome when no further try is due. */
  private async wait(failure: Failure, next: number): Promise<CallOutcome | null> {
    if (failure.pace === null) return failure.outcome;
    const random = (this.options.random ?? Math.random)();
    const milliseconds = backoff(failure.pace, next, failure.retryAfter, random);
    if (milliseconds === null) return failure.outcome;
    await countDown(this.options.clock, milliseconds, this.signal, (seconds) =>
      this.progress({ kind: 'waiting', why: failure.brief, seconds }),
    );
    return this.signal.aborted ? { kind: 'cancelled' } : null;
  }

  private async turnOnce(): Promise<{ readonly end: TurnEnd; readonly message: AnthropicMessage }> {
    const { clock } = this.options;
    const message = new AnthropicMessage();
    if (this.signal.aborted) return { end: { kind: 'cancelled' }, message };
    const startedAt = clock.now();
    let shown = 0;
    const end = await runTurn(
      {
        client: this.client,
        params: this.nextParams(),
        clock,
        limits: {
          first: this.options.firstMs ?? 10 * minute,
          idle: this.options.idleMs ?? 5 * minute,
          whole: Math.max(0, this.wallMs - this.spent),
        },
        signal: this.signal,
        context: {
          key: this.options.apiKey,
          host: this.host,
          model: this.options.model,
          t: this.t,
        },
        onEvent: () => {
          if (shown !== 0 && message.characters - shown < 200) return;
          shown = Math.max(1, message.characters);
          this.showTokens(addTokens(this.tokens, live(message)));
        },
      },
      message,
    );
    this.spent += clock.now() - startedAt;
    this.tokens = addTokens(this.tokens, message.tokens);
    this.told ||= message.begun;
    this.lastText = this.pausedText + message.text;
    if (message.model !== null && !this.servedBy.includes(message.model)) {
      this.servedBy.push(message.model);
    }
    if (message.begun && end.kind !== 'cancelled') this.showTokens(this.tokens);
    return { end, message };
  }

  /** The request of this turn: a cache mark after the brief, and one at the end of what the next turn will repeat. */
  private nextParams(): MessageCreateParamsStreaming {
    const messages = [...this.first.messages, ...this.conversation];
    const last = messages.at(-1);
    if (this.access.kind !== 'none' && last?.role === 'user' && typeof last.content !== 'string') {
      messages[messages.length - 1] = { ...last, content: markLast(last.content) };
    }
    return { ...this.first, messages };
  }

  private showTokens(tokens: TokenCounts): void {
    this.progress({
      kind: 'tokens',
      input: inputTokens(tokens),
      output: tokens.output,
      cost: costOf(tokens, this.options.price ?? null),
    });
  }

  private get wallMs(): number {
    return this.options.wallMs ?? 45 * minute;
  }

  private failed(why: string): CallOutcome {
    return { kind: 'failed', reason: 'other', why };
  }

  private end(outcome: CallOutcome): ModelResult {
    return {
      outcome,
      reply: this.lastText,
      usage: this.told ? usageOf(this.tokens, this.options.price ?? null) : null,
      servedBy: this.servedBy.length === 0 ? null : this.servedBy.join(', '),
      toolCalls: this.records,
    };
  }
}

/** Figures of a message under way: the service tells the output only at the end, so until then it is estimated. */
function live(message: AnthropicMessage): TokenCounts {
  const estimate = Math.floor(message.characters / 4);
  return { ...message.tokens, output: Math.max(message.tokens.output, estimate) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function ended(outcome: CallOutcome): ModelResult {
  return { outcome, reply: '', usage: null, servedBy: null, toolCalls: [] };
}

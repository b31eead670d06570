import type { BaseAnthropic } from '@anthropic-ai/sdk/client';
import type {
  MessageCreateParamsStreaming,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { Clock } from '../engine/ports';
import { type AnthropicMessage } from './anthropic-message';
import {
  brokenFailure,
  type Failure,
  type FailureContext,
  failureOf,
  hugeFailure,
  pageFailure,
  stallFailure,
} from './anthropic-error';

/** The part of the SDK's client that is used here. */
export type MessagesClient = BaseAnthropic & {
  readonly messages: {
    create(
      params: MessageCreateParamsStreaming,
      options: { signal: AbortSignal; timeout: number; maxRetries: number },
    ): {
      withResponse(): Promise<{
        readonly data: AsyncIterable<RawMessageStreamEvent>;
        readonly response: Response;
      }>;
    };
  };
};

/** Limits in milliseconds; pings of the service do not count as progress. */
export interface TurnLimits {
  /** Until the first content arrives. */
  readonly first: number;
  /** Between two events with content. */
  readonly idle: number;
  /** For the whole turn: what is left of the call's own time. */
  readonly whole: number;
}

export type TurnEnd =
  | { readonly kind: 'message' }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'out-of-time' }
  | { readonly kind: 'cancelled' };

/** Characters of one turn; no real reply comes near it, a broken gateway that never ends does. */
const replyLimit = 16_000_000;

interface TurnInput {
  readonly client: MessagesClient;
  readonly params: MessageCreateParamsStreaming;
  readonly clock: Clock;
  readonly limits: TurnLimits;
  readonly signal: AbortSignal;
  readonly context: Omit<FailureContext, 'begun' | 'now'>;
  readonly onEvent: (message: AnthropicMessage) => void;
}

/**
 * One request and its stream, once. What arrived is in `message` whatever the end; it may be used for tool calls only when the end
 * is `message`. Ends at once when the signal aborts, whatever the network does.
 */
export async function runTurn(input: TurnInput, message: AnthropicMessage): Promise<TurnEnd> {
  const { clock, limits, signal } = input;
  const request = new AbortController();
  const watch = new AbortController();
  const seen: { last: number | null } = { last: null };
  const startedAt = clock.now();
  const contextNow = (): FailureContext => ({
    ...input.context,
    begun: message.begun,
    now: clock.now(),
  });
  const watchdog = (async (): Promise<TurnEnd> => {
    for (;;) {
      const now = clock.now();
      const quiet = seen.last === null ? startedAt + limits.first : seen.last + limits.idle;
      const until = Math.min(quiet, startedAt + limits.whole);
      if (now >= startedAt + limits.whole) return { kind: 'out-of-time' };
      if (now >= quiet) return { kind: 'failure', failure: stallFailure(contextNow()) };
      await clock.wait(until - now, watch.signal);
      // The turn is over and nobody waits for this any more.
      if (watch.signal.aborted) return { kind: 'cancelled' };
    }
  })();
  const stream = (async (): Promise<TurnEnd> => {
    try {
      const { data, response } = await input.client.messages
        .create(input.params, {
          signal: request.signal,
          timeout: limits.first,
          // Retries are made in one place, where they are shown and can be cancelled.
          maxRetries: 0,
        })
        .withResponse();
      const type = response.headers.get('content-type');
      if (type?.includes('text/event-stream') !== true) {
        return { kind: 'failure', failure: pageFailure(type, contextNow()) };
      }
      for await (const event of data) {
        // Late output of a turn that was given up is dropped.
        if (watch.signal.aborted) break;
        seen.last = clock.now();
        message.add(event);
        input.onEvent(message);
        if (message.characters > replyLimit) {
          return { kind: 'failure', failure: hugeFailure(contextNow()) };
        }
        if (event.type === 'message_stop') break;
      }
      if (message.complete) return { kind: 'message' };
      const detail = input.context.t('the stream ended early');
      return { kind: 'failure', failure: brokenFailure(detail, { ...contextNow(), begun: true }) };
    } catch (error) {
      return { kind: 'failure', failure: failureOf(error, contextNow()) };
    }
  })();
  const abort = abortOf(signal);
  try {
    return await Promise.race([stream, watchdog, abort.promise]);
  } finally {
    abort.forget();
    watch.abort();
    request.abort();
  }
}

/** A promise for the abort of a signal, with a way to stop listening. */
export function abortOf(signal: AbortSignal): {
  readonly promise: Promise<{ readonly kind: 'cancelled' }>;
  readonly forget: () => void;
} {
  let forget = (): void => undefined;
  const promise = new Promise<{ readonly kind: 'cancelled' }>((resolve) => {
    const cancelled = (): void => {
      resolve({ kind: 'cancelled' });
    };
    if (signal.aborted) {
      cancelled();
      return;
    }
    signal.addEventListener('abort', cancelled, { once: true });
    forget = () => signal.removeEventListener('abort', cancelled);
  });
  return { promise, forget };
}

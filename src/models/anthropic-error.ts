import type { CallOutcome } from '../engine/build-verify/events';
import type { Translate } from '../util/translate';
import { redact } from '../util/redact';
import { type Pace, retryAfterOf } from './backoff';

/** What went wrong in one try of one turn, and whether another try makes sense. */
export interface Failure {
  readonly outcome: CallOutcome;
  /** For the person while waiting: `rate limit`, `the connection broke`. */
  readonly brief: string;
  /** Null: another try would fail the same way. */
  readonly pace: Pace | null;
  /** Milliseconds the service asked for. */
  readonly retryAfter: number | null;
}

type Reason = Extract<CallOutcome, { kind: 'failed' }>['reason'];

/** What the SDK's errors look like; read by shape, since its classes are loaded only with the first call. */
interface ErrorShape {
  readonly status?: number;
  readonly type?: string | null;
  readonly apiMessage?: string | null;
  readonly headers?: Headers;
  readonly message: string;
  readonly name: string;
  readonly cause?: unknown;
}

export interface FailureContext {
  /** The key of the call, taken out of what the service says: a gateway's may look like no other key. */
  readonly key: string;
  readonly host: string;
  readonly model: string;
  /** A stream had begun: a break is then a cut reply, not a service that cannot be reached. */
  readonly begun: boolean;
  readonly now: number;
  readonly t: Translate;
}

/** Reads an error that the SDK (or the network under it) threw. */
export function failureOf(error: unknown, context: FailureContext): Failure {
  const shape = shapeOf(error);
  if (shape.status !== undefined) return statusFailure(shape, shape.status, context);
  if (shape.type !== undefined && shape.type !== null) return eventFailure(shape, context);
  if (shape.name === 'APIConnectionTimeoutError') return stallFailure(context);
  return brokenFailure(causes(shape), context);
}

/** The stream or the connection broke. `detail` is the low-level text. */
export function brokenFailure(detail: string, context: FailureContext): Failure {
  const { t, host } = context;
  const said = shorten(detail, context);
  if (context.begun) {
    const why = t('The reply of {host} broke off before its end: {detail}', { host, detail: said });
    const outcome: CallOutcome = { kind: 'cut-off', why };
    return { outcome, brief: t('the reply broke off'), pace: 'broken', retryAfter: null };
  }
  const why = t(
    '{host} could not be reached: {detail}. Check the network, a proxy, and the base URL.',
    {
      host,
      detail: said,
    },
  );
  return failed('network', why, t('no connection'), 'broken', null);
}

/** Nothing more came for too long. */
export function stallFailure(context: FailureContext): Failure {
  const { t, host } = context;
  const why = t('{host} sent nothing for too long, so the call was given up.', { host });
  return failed('timeout', why, t('the service stalled'), 'broken', null);
}

/** A reply that does not end. */
export function hugeFailure(context: FailureContext): Failure {
  const { t, host } = context;
  const why = t('{host} sent a reply larger than any real one, so the call was ended.', { host });
  return failed('other', why, why, null, null);
}

/** A page came instead of a stream. */
export function pageFailure(contentType: string | null, context: FailureContext): Failure {
  const { t, host } = context;
  const why = t(
    '{host} answered with "{type}" instead of a stream. Check the base URL and whether a proxy or sign-in page stands between.',
    { host, type: shorten(contentType ?? '', context) },
  );
  return failed('server', why, t('an answer that is no stream'), 'broken', null);
}

function statusFailure(shape: ErrorShape, status: number, context: FailureContext): Failure {
  const { t, host, model } = context;
  const detail = shorten(shape.apiMessage ?? shape.message, context);
  const retryAfter = retryAfterOf(shape.headers, context.now);
  const mayRetry = shape.headers?.get('x-should-retry') !== 'false';
  const told = { host, status, detail, model };
  if (status === 401 || status === 403) {
    const why = t(
      '{host} did not accept the key ({status}: {detail}). Set a working one: in the editor with "BVL: Set API Key", in the terminal with ANTHROPIC_API_KEY.',
      told,
    );
    return failed('auth', why, why, null, null);
  }
  if (status === 404) {
    const why = t(
      '{host} knows no model "{model}" or not this address ({detail}). Choose another model, or check the base URL.',
      told,
    );
    return failed('missing', why, why, null, null);
  }
  if (status === 429) {
    const why = t(
      '{host} limits the rate of requests ({detail}). Try again later, or use another key or model.',
      told,
    );
    return failed('rate-limit', why, t('rate limit'), mayRetry ? 'busy' : null, retryAfter);
  }
  if (status === 529) {
    const why = t('{host} is overloaded ({detail}). Try again later, or use another model.', told);
    return failed(
      'overloaded',
      why,
      t('the service is overloaded'),
      mayRetry ? 'busy' : null,
      retryAfter,
    );
  }
  if (status >= 500 || status === 408 || status === 409) {
    const why = t('{host} failed ({status}: {detail}). Try again later.', told);
    return failed(
      'server',
      why,
      t('the service failed ({status})', { status }),
      mayRetry ? 'busy' : null,
      retryAfter,
    );
  }
  const why = t('{host} did not take the request ({status}: {detail}).', told);
  return failed('request', why, why, null, null);
}

/** An `error` event inside a stream: it has a type but no status. */
function eventFailure(shape: ErrorShape, context: FailureContext): Failure {
  const statuses: Readonly<Record<string, number>> = {
    authentication_error: 401,
    permission_error: 403,
    not_found_error: 404,
    invalid_request_error: 400,
    request_too_large: 413,
    billing_error: 402,
    rate_limit_error: 429,
    overloaded_error: 529,
    timeout_error: 504,
  };
  return statusFailure(shape, statuses[shape.type ?? ''] ?? 500, context);
}

function failed(
  reason: Reason,
  why: string,
  brief: string,
  pace: Pace | null,
  retryAfter: number | null,
): Failure {
  return { outcome: { kind: 'failed', reason, why }, brief, pace, retryAfter };
}

function shapeOf(error: unknown): ErrorShape {
  if (error instanceof Error) return error;
  return { name: 'Error', message: String(error) };
}

/** The messages of an error and of what caused it: `Connection error: getaddrinfo ENOTFOUND …`. */
function causes(error: ErrorShape): string {
  const parts: string[] = [];
  let current: unknown = error;
  while (current instanceof Error && parts.length < 4) {
    const text = current.message.trim();
    if (text !== '' && !parts.includes(text)) parts.push(text);
    current = current.cause;
  }
  return parts.join(': ');
}

/** A service's or a system's own words, short enough for one line and without keys. */
function shorten(text: string, { key }: FailureContext): string {
  const bare = key === '' ? text : text.replaceAll(key, '[key removed]');
  const line = redact(bare, null).replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

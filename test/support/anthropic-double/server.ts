import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Responder } from './script';
import { eventsOf, messageOf, ping, toolIds, wireText } from './stream';
import { type Fault, type MessagesRequest, requestSchema, type Turn } from './turn';
import { tokens, UsageMeter } from './usage';

/** A request as it came: body byte for byte, for tests that look at exactly what was sent. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface DoubleOptions {
  readonly responder: Responder;
  /** When given, every other key is answered with 401. */
  readonly key?: string;
  readonly models?: readonly string[];
  /** Told of every Messages request before it is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
}

/** A small HTTP program that speaks the Messages API: streams, token counts, the list of models, and every fault of `turn.ts`. */
export class AnthropicDouble {
  readonly requests: SeenRequest[] = [];
  private readonly server: Server;
  private readonly meter = new UsageMeter();
  private count = 0;

  constructor(private readonly options: DoubleOptions) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) sendError(response, 500, 'api_error', String(error));
        else response.destroy();
      });
    });
  }

  /** Bodies of the Messages requests so far, parsed. */
  get bodies(): MessagesRequest[] {
    return this.requests.map(({ body }) => requestSchema.parse(JSON.parse(body)));
  }

  /** Starts on the loopback interface; port 0 takes a free one. Returns the base URL. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', resolve);
    });
    const { port: actual } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${actual}`;
  }

  /** Stops at once, open streams too. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    response.setHeader('request-id', `req_double_${this.requests.length + 1}`);
    if (!this.authorised(request)) {
      sendError(response, 401, 'authentication_error', 'invalid x-api-key');
      return;
    }
    if (request.method === 'GET' && path === '/v1/models') {
      sendJson(response, 200, this.modelList());
    } else if (request.method === 'POST' && path === '/v1/messages/count_tokens') {
      sendJson(response, 200, { input_tokens: tokens(body) });
    } else if (request.method === 'POST' && path === '/v1/messages') {
      const seen = { path, headers: request.headers, body };
      this.requests.push(seen);
      this.options.onRequest?.(seen);
      await this.message(body, response);
    } else {
      sendError(response, 404, 'not_found_error', `${request.method ?? '?'} ${path}`);
    }
  }

  private async message(body: string, response: ServerResponse): Promise<void> {
    const parsed = requestSchema.safeParse(safeJson(body));
    if (!parsed.success) {
      sendError(response, 400, 'invalid_request_error', parsed.error.message);
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    this.count += 1;
    const id = String(this.count).padStart(3, '0');
    const turn = await this.turnFor(parsed.data, id, response, gone.signal);
    this.options.responder.sent(id, toolIds(turn, id));
    await this.send(turn, parsed.data, id, response, gone.signal);
  }

  private async turnFor(
    request: MessagesRequest,
    id: string,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<Turn> {
    const { responder } = this.options;
    if (!responder.slow || request.stream !== true) return responder.respond(request, id, gone);
    response.writeHead(200, streamHeaders);
    response.write(wireText(ping));
    const beat = setInterval(() => response.write(wireText(ping)), 5_000);
    return responder.respond(request, id, gone).finally(() => clearInterval(beat));
  }

  private async send(
    turn: Turn,
    request: MessagesRequest,
    id: string,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { fault } = turn;
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'status') {
      sendStatus(response, fault);
      return;
    }
    if (fault?.kind === 'html') {
      sendPage(response, 200);
      return;
    }
    const usage = this.meter.measure(request, turn);
    if (request.stream !== true) {
      sendJson(response, 200, messageOf(turn, request, usage, id));
      return;
    }
    if (!response.headersSent) response.writeHead(200, streamHeaders);
    const events = eventsOf(turn, request, usage, id).map((event) => Buffer.from(wireText(event)));
    for (const chunk of chunksUpTo(events, fault, turn.chunkBytes)) {
      if (gone.aborted) return;
      response.write(chunk);
      if (turn.delay !== undefined)
        await sleep(turn.delay, undefined, { signal: gone }).catch(() => undefined);
    }
    await finish(response, fault, gone);
  }

  private authorised(request: IncomingMessage): boolean {
    const { key } = this.options;
    if (key === undefined) return true;
    const { authorization, 'x-api-key': apiKey } = request.headers;
    return authorization === `Bearer ${key}` || apiKey === key;
  }

  private modelList(): unknown {
    const ids = this.options.models ?? ['claude-sonnet-5-5', 'claude-haiku-5-5'];
    const data = ids.map((id) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-01-01T00:00:00Z',
    }));
    return { data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null };
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};

/** The writes before the fault's place: whole events, or pieces of `chunkBytes`. */
function chunksUpTo(
  events: readonly Buffer[],
  fault: Fault | undefined,
  chunkBytes: number | undefined,
): Buffer[] {
  let sent = events;
  if (fault !== undefined && 'afterEvents' in fault && fault.afterEvents !== undefined) {
    sent = events.slice(0, fault.afterEvents);
  } else if (fault !== undefined && 'afterBytes' in fault && fault.afterBytes !== undefined) {
    sent = [Buffer.concat(events).subarray(0, fault.afterBytes)];
  } else if (fault !== undefined) {
    sent = [];
  }
  if (chunkBytes === undefined) return [...sent];
  const whole = Buffer.concat(sent);
  const chunks: Buffer[] = [];
  for (let at = 0; at < whole.length; at += chunkBytes) {
    chunks.push(whole.subarray(at, at + chunkBytes));
  }
  return chunks;
}

async function finish(
  response: ServerResponse,
  fault: Fault | undefined,
  gone: AbortSignal,
): Promise<void> {
  switch (fault?.kind) {
    case 'reset':
      // Headers and what was written must be on the way before the reset, or the client sees no stream at all.
      await new Promise<void>((resolve) => response.write(': \n', () => resolve()));
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      while (!gone.aborted) {
        if (fault.pings === true) response.write(wireText(ping));
        await sleep(50, undefined, { signal: gone }).catch(() => undefined);
      }
      return;
    case 'error-event':
      response.end(
        wireText({
          name: 'error',
          data: {
            type: 'error',
            error: {
              type: fault.type ?? 'overloaded_error',
              message: fault.message ?? 'Overloaded',
            },
          },
        }),
      );
      return;
    default:
      response.end();
  }
}

function sendStatus(response: ServerResponse, fault: Extract<Fault, { kind: 'status' }>): void {
  if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
  for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
  if (fault.html === true) {
    sendPage(response, fault.status);
    return;
  }
  sendError(response, fault.status, fault.type ?? 'api_error', fault.message ?? 'scripted fault');
}

function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><html><body><h1>Sign in to the network</h1></body></html>\n');
}

function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { type: 'error', error: { type, message } });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

import { readFile } from 'node:fs/promises';
import { text as streamText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { relayAnswer, relayRequests, type RequestFile, type ResponseFile } from './relay';
import { type Block, roleOf, systemText } from './turn';

/*
 * The two commands with which a person (or a program) answers relayed requests from a terminal.
 */

export interface RelayOptions {
  readonly dir: string;
  readonly id: string | undefined;
  readonly text: string | undefined;
  readonly tool: string | undefined;
  readonly input: string | undefined;
  readonly fields: readonly string[];
  readonly model: string | undefined;
  readonly stop: string | undefined;
  readonly wait: number;
  readonly full: boolean;
}

/** Prints the oldest request that waits for an answer; waits for one when there is none. Returns the exit code. */
export async function relayNext(options: RelayOptions): Promise<number> {
  const request = await until(options.wait, async () =>
    (await relayRequests(options.dir)).find((one) => one.waiting),
  );
  if (request === undefined) {
    console.log('No request is waiting.');
    return 1;
  }
  console.log(readable(request, options.full));
  return 0;
}

/**
 * Writes the answer to one request: final text, or one tool call with a text before it if one is given. After a tool call the next
 * turn of the same conversation is printed when it comes.
 */
export async function relayReply(options: RelayOptions): Promise<number> {
  const { dir, id } = options;
  const waiting = (await relayRequests(dir)).filter((one) => one.waiting);
  const request = id === undefined ? waiting[0] : waiting.find((one) => one.id === id);
  if (request === undefined) {
    console.error(`No request${id === undefined ? '' : ` ${id}`} is waiting in ${dir}.`);
    return 1;
  }
  const content: ResponseFile['content'] = [];
  if (options.text !== undefined) {
    content.push({ type: 'text', text: await contentOf(options.text) });
  }
  if (options.tool !== undefined) {
    content.push({ type: 'tool_use', name: options.tool, input: await inputOf(options) });
  }
  if (content.length === 0) {
    console.error('Give --text FILE, or --tool NAME with --input JSON or --field name=value.');
    return 1;
  }
  await relayAnswer(dir, request.id, {
    content,
    ...(options.stop === undefined ? {} : { stop_reason: options.stop }),
    ...(options.model === undefined ? {} : { model: options.model }),
  });
  if (options.tool === undefined) {
    console.log(`Answered ${request.id}; this conversation has ended.`);
    return 0;
  }
  const next = await until(Math.max(options.wait, 20), async () =>
    (await relayRequests(dir)).find((one) => one.continues === request.id),
  );
  console.log(next === undefined ? 'No further turn has come yet.' : readable(next, options.full));
  return 0;
}

/** A request as a person reads it: all of a first one, only what is new of a later turn. */
export function readable(file: RequestFile, full: boolean): string {
  const { request } = file;
  const first = request.messages.length === 1;
  const head = `=== REQUEST ${file.id} (${roleOf(request)}, model ${request.model}${first ? '' : `, continues ${file.continues ?? '?'}`}) ===`;
  const tools = (request.tools ?? []).map((tool) => JSON.stringify(tool)).join('\n');
  const opening =
    first || full
      ? [`--- SYSTEM ---\n${systemText(request)}`, `--- TOOLS ---\n${tools || '(none)'}`]
      : [];
  const messages = (first || full ? request.messages : request.messages.slice(-1)).map(
    ({ role, content }) => `--- ${role.toUpperCase()} ---\n${blocksText(content)}`,
  );
  return [head, ...opening, ...messages, `=== END OF ${file.id} ===`].join('\n');
}

function blocksText(content: string | readonly Block[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      switch (block.type) {
        case 'text':
          return block.text ?? '';
        case 'tool_use':
          return `\n[calls ${block.name ?? '?'} ${JSON.stringify(block.input)}]\n`;
        case 'tool_result':
          return `[${block.is_error === true ? 'tool error' : 'tool result'}]\n${plain(block.content)}\n`;
        default:
          return `[${block.type}]\n`;
      }
    })
    .join('');
}

function plain(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

async function inputOf(options: RelayOptions): Promise<unknown> {
  const input =
    options.input === undefined
      ? {}
      : (JSON.parse(await contentOf(options.input, true)) as Record<string, unknown>);
  for (const field of options.fields) {
    const at = field.indexOf('=');
    const value = field.slice(at + 1);
    if (at < 1) throw new Error(`--field ${field}: expected name=value or name=@file`);
    input[field.slice(0, at)] = value.startsWith('@') ? await contentOf(value, true) : value;
  }
  return input;
}

/** `@file` (or just a file where `inline` is false) is read as it is, `-` is the standard input, all else is the text itself. */
async function contentOf(source: string, inline = false): Promise<string> {
  if (source === '-') return streamText(process.stdin);
  if (source.startsWith('@')) return readFile(source.slice(1), 'utf8');
  return inline ? source : readFile(source, 'utf8');
}

async function until<T>(
  seconds: number,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let waited = 0; ; waited += 0.2) {
    const found = await find();
    if (found !== undefined || waited >= seconds) return found;
    await sleep(200);
  }
}

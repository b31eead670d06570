import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Responder } from './script';
import {
  answeredIds,
  type MessagesRequest,
  requestSchema,
  toolUseSchema,
  type Turn,
  usageSchema,
} from './turn';

/*
 * Relay: every request becomes a file, and somebody else writes the answer into a file beside it: a person, or a program that can
 * reach a model. `NNN.request.json` is answered by `NNN.response.json`; a client that went away leaves `NNN.gone.json`.
 */

const requestFileSchema = z.strictObject({
  id: z.string(),
  /** Id of the request whose tool calls this one answers; null for one that opens a conversation. */
  continues: z.string().nullable(),
  request: requestSchema,
});
export type RequestFile = z.infer<typeof requestFileSchema>;

/** An answer as it is written into the folder: content blocks as the service has them. */
export const responseFileSchema = z.strictObject({
  content: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), text: z.string() }),
      toolUseSchema.pick({ name: true, input: true }).extend({ type: z.literal('tool_use') }),
    ]),
  ),
  stop_reason: z.string().nullable().optional(),
  usage: usageSchema.optional(),
  model: z.string().optional(),
});
export type ResponseFile = z.infer<typeof responseFileSchema>;

/** Answers requests from a folder. The answer's file is read as soon as it is there and whole. */
export class RelayResponder implements Responder {
  readonly slow = true;
  private readonly owners = new Map<string, string>();
  private readonly numbers = new Map<string, string>();

  constructor(private readonly folder: string) {}

  async respond(request: MessagesRequest, id: string, gone: AbortSignal): Promise<Turn> {
    await mkdir(this.folder, { recursive: true });
    const number = await this.freeNumber(id);
    const answered = answeredIds(request)[0];
    const continues = answered === undefined ? null : (this.owners.get(answered) ?? null);
    await writeWhole(this.file(number, 'request'), { id: number, continues, request });
    this.numbers.set(id, number);
    for (;;) {
      const answer = await readJson(this.file(number, 'response'), responseFileSchema);
      if (answer !== null) return turnOf(answer);
      if (gone.aborted) {
        await writeWhole(this.file(number, 'gone'), {});
        return {};
      }
      await sleep(150, undefined, { signal: gone }).catch(() => undefined);
    }
  }

  sent(id: string, toolIds: readonly string[]): void {
    const number = this.numbers.get(id) ?? id;
    for (const toolId of toolIds) this.owners.set(toolId, number);
  }

  /** A folder may hold the files of an earlier start: numbers go on after them. */
  private async freeNumber(id: string): Promise<string> {
    const taken = new Set((await readdir(this.folder)).map((name) => name.split('.')[0]));
    let number = Number(id);
    while (taken.has(padded(number))) number += 1;
    return padded(number);
  }

  private file(id: string, kind: 'request' | 'response' | 'gone'): string {
    return join(this.folder, `${id}.${kind}.json`);
  }
}

/** All requests in a relay folder, oldest first, each with whether it waits for an answer. */
export async function relayRequests(
  folder: string,
): Promise<readonly (RequestFile & { readonly waiting: boolean })[]> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const found: (RequestFile & { readonly waiting: boolean })[] = [];
  for (const name of names.filter((candidate) => candidate.endsWith('.request.json'))) {
    const file = await readJson(join(folder, name), requestFileSchema);
    if (file === null) continue;
    const over = [`${file.id}.response.json`, `${file.id}.gone.json`];
    found.push({ ...file, waiting: !over.some((other) => names.includes(other)) });
  }
  return found;
}

/** Writes the answer to a request. */
export async function relayAnswer(folder: string, id: string, answer: ResponseFile): Promise<void> {
  await writeWhole(join(folder, `${id}.response.json`), answer);
}

function turnOf(answer: ResponseFile): Turn {
  const text = answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const tools = answer.content.flatMap((block) =>
    block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
  );
  return {
    ...(text === '' ? {} : { text }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(answer.stop_reason === undefined ? {} : { stopReason: answer.stop_reason }),
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(answer.model === undefined ? {} : { model: answer.model }),
  };
}

function padded(number: number): string {
  return String(number).padStart(3, '0');
}

/** Under another name first, so that nobody reads half a file. */
async function writeWhole(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.part`, `${JSON.stringify(value, null, 1)}\n`);
  await rename(`${path}.part`, path);
}

/** Null when the file is not there, or not yet whole. A whole file that does not fit is an error. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
  return schema.parse(value);
}

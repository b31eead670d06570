import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { RelayResponder } from './relay';
import { relayNext, type RelayOptions, relayReply } from './relay-command';
import { type Responder, ScriptResponder, scriptSchema } from './script';
import { AnthropicDouble, type SeenRequest } from './server';

const help = `A local double of the Messages API.

  main.mjs [--port N] --script FILE [--requests FILE] [--key KEY]
      answers by script (see script.ts and turn.ts for the form)
  main.mjs [--port N] --relay DIR [--requests FILE] [--key KEY]
      writes each request to DIR/NNN.request.json and takes the answer from DIR/NNN.response.json
  main.mjs relay-next --dir D [--wait SECONDS] [--full]
      prints the oldest request that waits for an answer
  main.mjs relay-answer --dir D [--id NNN] --text FILE|-      [--model M]
  main.mjs relay-answer --dir D [--id NNN] --tool NAME --input JSON|@FILE [--field name=value|name=@FILE ...] [--text FILE]
      answers it; after a tool call prints the next turn of the same conversation

Point a client at it with its base URL, for example ANTHROPIC_BASE_URL=http://127.0.0.1:8123.`;

/** Runs the command line. Resolves with the exit code; a server runs until the process is ended. */
export async function command(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8123' },
      script: { type: 'string' },
      relay: { type: 'string' },
      requests: { type: 'string' },
      key: { type: 'string' },
      dir: { type: 'string' },
      id: { type: 'string' },
      text: { type: 'string' },
      tool: { type: 'string' },
      input: { type: 'string' },
      field: { type: 'string', multiple: true, default: [] },
      model: { type: 'string' },
      stop: { type: 'string' },
      wait: { type: 'string', default: '0' },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [verb] = positionals;
  if (verb === 'relay-next' || verb === 'relay-answer') {
    if (values.dir === undefined) return fail('--dir is missing.');
    const options: RelayOptions = {
      dir: values.dir,
      id: values.id,
      text: values.text,
      tool: values.tool,
      input: values.input,
      fields: values.field,
      model: values.model,
      stop: values.stop,
      wait: Number(values.wait),
      full: values.full,
    };
    return verb === 'relay-next' ? relayNext(options) : relayReply(options);
  }
  const responder = responderOf(values.script, values.relay);
  if (values.help || verb !== undefined || responder === null) {
    console.log(help);
    return values.help ? 0 : 1;
  }
  const log = values.requests;
  const double = new AnthropicDouble({
    responder,
    ...(values.key === undefined ? {} : { key: values.key }),
    onRequest: (request) => {
      console.log(`POST ${request.path} ${request.body.length} characters`);
      if (log !== undefined) appendFileSync(log, `${logLine(request)}\n`);
    },
  });
  try {
    console.log(`Listening on ${await double.listen(Number(values.port))}`);
    return 0;
  } catch (error) {
    return fail(
      `Port ${values.port} cannot be used: ${String(error)}. Choose another; 0 takes a free one.`,
    );
  }
}

function responderOf(script: string | undefined, relay: string | undefined): Responder | null {
  if (relay !== undefined) return new RelayResponder(relay);
  if (script === undefined) return null;
  return new ScriptResponder(scriptSchema.parse(JSON.parse(readFileSync(script, 'utf8'))));
}

/** One recorded request a line: path and exact body. Headers stay out of files, since one of them is the key. */
function logLine({ path, body }: SeenRequest): string {
  return JSON.stringify({ path, body });
}

function fail(why: string): number {
  console.error(why);
  return 1;
}

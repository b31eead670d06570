import type {
  Model,
  ModelProgress,
  ModelRequest,
  ModelResult,
  ToolAccess,
  Usage,
} from '../../src/engine';

/** What a scripted model answers to one call: its reply, what it writes first, and how the call ends. */
export interface ScriptedAnswer {
  readonly reply: string;
  readonly outcome?: ModelResult['outcome'];
  /** New whole texts of artifact files, written to the staging before the reply. */
  readonly writes?: Readonly<Record<string, string>>;
  readonly usage?: Usage;
  /** Reported before the answer is given. */
  readonly progress?: readonly ModelProgress[];
  /** Resolves before the answer is given; the call is cancelled when the signal aborts first. */
  readonly after?: (signal: AbortSignal) => Promise<void>;
}

export type Script = (
  request: ModelRequest,
  call: number,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A Model that follows a script and keeps every request, so that a test can look at exactly what was sent. */
export class ScriptedModel implements Model {
  readonly name = 'scripted';
  readonly host = null;
  readonly requests: ModelRequest[] = [];

  constructor(private readonly script: Script) {}

  async run(
    request: ModelRequest,
    tools: ToolAccess,
    signal: AbortSignal,
    progress: (progress: ModelProgress) => void,
  ): Promise<ModelResult> {
    this.requests.push(request);
    const answer = await this.script(request, this.requests.length);
    for (const [path, text] of Object.entries(answer.writes ?? {})) {
      if (tools.kind === 'edit') await tools.staging.writeText(path, text);
    }
    for (const one of answer.progress ?? []) progress(one);
    await answer.after?.(signal);
    return {
      outcome: signal.aborted ? { kind: 'cancelled' } : (answer.outcome ?? { kind: 'ok' }),
      reply: answer.reply,
      usage: answer.usage ?? null,
      servedBy: 'scripted-1',
      toolCalls: [],
    };
  }
}

/** The user prompt of a request as it is sent. */
export function promptText(request: ModelRequest): string {
  return request.prompt.map((part) => part.text).join('');
}

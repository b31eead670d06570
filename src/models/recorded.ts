import type { CallOutcome, ToolCallRecord, Usage } from '../engine/build-verify/events';
import { sha256 } from '../engine/hash';
import type {
  Clock,
  Decider,
  Model,
  ModelProgress,
  ModelRequest,
  ModelResult,
  ToolAccess,
} from '../engine/ports';
import { redact } from '../util/redact';
import { english, type Translate } from '../util/translate';
import { sameStart } from './recorded-fit';
import { callName, findCall } from './recorded-match';
import type { RecordedCall, Recording } from './recording';
import { pathOfCall, toolSet } from './tools';

export interface RecordedOptions {
  readonly clock: Clock;
  /** Version of the prompts of this program; another one than the recording's is told, it is no error. */
  readonly promptVersion: string;
  /** Milliseconds between two steps of a shown reply; 0: as fast as it goes. */
  readonly pace?: number;
  readonly translate?: Translate;
  /** Told once for each thing a person should know: `prompt-version`, `prompt-differs`. */
  readonly notice?: (code: string, text: string) => void;
}

const defaultPace = 60;

/**
 * Replays a recorded run call by call: the same replies, and the same tool calls on the staging through the same tools. A request
 * that does not fit the recording fails with what differs. Nothing leaves the machine.
 */
export function recordedModel(recording: Recording, options: RecordedOptions): Model {
  const told = new Set<string>();
  const notice = (code: string, text: string): void => {
    if (told.has(code)) return;
    told.add(code);
    options.notice?.(code, text);
  };
  return {
    name: `recorded run: ${recording.title}`,
    host: null,
    run: (request, tools, signal, progress) =>
      new Replay(recording, options, notice, request, tools, signal, progress).run(),
  };
}

/**
 * The choices of the recording's person, so that a recorded run goes to its end unattended. A prompt the recording has no choice for
 * is answered like one without a person.
 */
export function recordedDecisions(
  recording: Recording,
  options: { readonly clock: Clock; readonly pace?: number },
): Decider {
  const left = [...recording.decisions];
  return {
    decide: async (prompt, signal) => {
      const index = left.findIndex(
        (one) => one.round === prompt.round && one.prompt === prompt.kind,
      );
      const [decision] = index < 0 ? [] : left.splice(index, 1);
      if (decision === undefined) return null;
      const pace = options.pace ?? defaultPace;
      if (pace > 0) await options.clock.wait(pace * 10, signal);
      return signal.aborted ? null : decision.choice;
    },
  };
}

/** One call of a replay. */
class Replay {
  private readonly t: Translate;
  private readonly records: ToolCallRecord[] = [];
  private shown = '';

  constructor(
    private readonly recording: Recording,
    private readonly options: RecordedOptions,
    private readonly notice: (code: string, text: string) => void,
    private readonly request: ModelRequest,
    private readonly access: ToolAccess,
    private readonly signal: AbortSignal,
    private readonly progress: (progress: ModelProgress) => void,
  ) {
    this.t = options.translate ?? english;
  }

  async run(): Promise<ModelResult> {
    const found = findCall(this.recording, this.request, this.t);
    if ('differs' in found) return this.mismatch(found.differs);
    const { call } = found;
    this.comparePrompts(call);
    let problem: string | null;
    try {
      problem =
        (await this.otherStart(call)) ?? (await this.useTools(call)) ?? (await this.otherEnd(call));
    } catch (error) {
      // No fault of the recording: a disk that fails, for one.
      const why = error instanceof Error ? error.message : String(error);
      return this.result({ kind: 'failed', reason: 'other', why }, null);
    }
    if (this.stopped()) return this.result({ kind: 'cancelled' }, null);
    if (problem !== null) return this.mismatch(problem);
    await this.showReply(call);
    if (this.stopped()) return this.result({ kind: 'cancelled' }, null);
    return {
      outcome: call.outcome,
      reply: call.reply,
      usage: call.usage,
      servedBy: call.servedBy,
      toolCalls: this.records,
    };
  }

  /** Another wording of the prompts is worth knowing: the recorded answers are to the old one. */
  private comparePrompts(call: RecordedCall): void {
    if (this.recording.promptVersion !== this.options.promptVersion) {
      this.notice(
        'prompt-version',
        this.t(
          'This run was recorded with another version of the prompts; its replies answer those.',
        ),
      );
      return;
    }
    const prompt = this.request.prompt.map((part) => part.text).join('');
    const same =
      sha256(this.request.system) === call.systemHash &&
      sha256(redact(prompt, null)) === call.promptHash;
    if (same) return;
    this.notice(
      'prompt-differs',
      this.t('The prompt of {call} is not the one this run was recorded with.', {
        call: callName(call, this.t),
      }),
    );
  }

  /** At the first call of the run: the artifact must be the one that was recorded. */
  private async otherStart(call: RecordedCall): Promise<string | null> {
    const first = this.recording.calls[0];
    const isFirst = first?.round === call.round && first.role === call.role;
    if (!isFirst || call.attempt > 1 || this.access.kind === 'none') return null;
    const view = this.access.kind === 'read' ? this.access.view : this.access.staging;
    for (const file of this.recording.files) {
      if (file.text === null) continue;
      const text = await view.readText(file.path).catch(() => null);
      if (text === null || !sameStart(text, file.text)) {
        return this.t('{path} is not as it was when the run was recorded', { path: file.path });
      }
    }
    return null;
  }

  /** Runs the recorded tool calls. Returns what differs, or null. */
  private async useTools(call: RecordedCall): Promise<string | null> {
    const tools = toolSet(this.access, this.signal);
    for (const { name, input, error } of call.toolCalls) {
      if (this.stopped()) return null;
      this.progress({ kind: 'tool', name, path: pathOfCall(input) });
      await this.step();
      const { record } = await tools.run(name, input);
      if (this.stopped()) return null;
      this.records.push(record);
      if ((record.error === null) === (error === null)) continue;
      return record.error === null
        ? this.t('the tool call {name} failed when recorded and works now', { name })
        : this.t('the tool call {name} does not work here: {detail}', {
            name,
            detail: record.error,
          });
    }
    return null;
  }

  /** What was written must be what was written then. */
  private async otherEnd(call: RecordedCall): Promise<string | null> {
    if (this.access.kind !== 'edit' || call.staged === null || this.stopped()) return null;
    const staged = await this.access.staging.collect();
    const other = call.staged.find(
      (file) => staged.find(({ path }) => path === file.path)?.hash !== file.hash,
    );
    if (other === undefined) return null;
    return this.t('{path} came out different from the recorded text', { path: other.path });
  }

  /** Shows the reply coming in, as a live one does. */
  private async showReply({ reply, usage }: RecordedCall): Promise<void> {
    const steps = Math.min(20, Math.max(1, Math.ceil(reply.length / 60)));
    for (let step = 1; step <= steps && !this.stopped(); step += 1) {
      await this.step();
      if (this.stopped()) return;
      this.shown = reply.slice(0, Math.round((reply.length * step) / steps));
      if (usage !== null) this.showTokens(usage, step / steps);
    }
  }

  private showTokens(usage: Usage, share: number): void {
    this.progress({
      kind: 'tokens',
      input: usage.input + usage.cacheCreation + usage.cacheRead,
      output: Math.round(usage.output * share),
      cost: usage.cost,
    });
  }

  /** Asked anew each time: an abort comes while something is awaited. */
  private stopped(): boolean {
    return this.signal.aborted;
  }

  private async step(): Promise<void> {
    const pace = this.options.pace ?? defaultPace;
    if (pace > 0) await this.options.clock.wait(pace, this.signal);
  }

  private mismatch(differs: string): ModelResult {
    const why = this.t('The recorded run "{title}" does not fit: {differs}.', {
      title: this.recording.title,
      differs,
    });
    return this.result({ kind: 'failed', reason: 'mismatch', why }, null);
  }

  private result(outcome: CallOutcome, usage: Usage | null): ModelResult {
    return { outcome, reply: this.shown, usage, servedBy: null, toolCalls: this.records };
  }
}

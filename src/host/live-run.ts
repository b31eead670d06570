import { checkChoice } from '../engine/build-verify/check-choice';
import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Choice, RunEvent } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import type { Decider, RunProgress } from '../engine/ports';
import type { RunStep } from '../engine/runner';
import { endedCalls, foldProgress } from '../protocol/progress-view';
import { promptId } from '../protocol/prompt-view';
import type { CallView } from '../protocol/to-panel';
import { Disposable } from '../util/disposable';
import { Emitter } from '../util/emitter';

/** What a run is driven with; the rest of its ports lie in the session. */
export interface RunControls {
  readonly decider: Decider;
  readonly progress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}
export type DriveRun = (controls: RunControls) => AsyncGenerator<RunStep, RunState>;

/** The answer to a prompt that was shown before the run was taken up again: used when that very prompt is asked. */
export interface PreparedAnswer {
  readonly promptId: string;
  readonly choice: Choice;
}

export interface LiveRunInit {
  /** URI of the workspace folder it works in, as a string. */
  readonly root: string;
  /** Name of the recording that is replayed; null: live models. */
  readonly recorded: string | null;
  /** What was there before, for a run that is taken up again. */
  readonly past: { readonly state: RunState; readonly events: readonly RunEvent[] } | null;
  readonly answer: PreparedAnswer | null;
  /** Called with a choice before the run sees it; what it throws is logged and the prompt stays. */
  readonly beforeChoice: (choice: Choice, prompt: DecisionPrompt) => Promise<void>;
  /** What the recording's person chose at a prompt; null for a live run, or where the recording knows no answer. */
  readonly recordedChoice: ((state: RunState, prompt: DecisionPrompt) => Choice | null) | null;
  readonly now: () => number;
}

export type LiveRunChange =
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'calls' }
  /** A prompt was shown or taken back. */
  | { readonly kind: 'prompt' };

/** A prompt that waits, with the name its answer must carry. */
export interface WaitingPrompt {
  readonly id: string;
  readonly prompt: DecisionPrompt;
}

/** A run that this window drives: its state as it happens, its Stop, and the person's answers to its prompts. */
export class LiveRun extends Disposable {
  readonly #changes = this.own(new Emitter<LiveRunChange>());
  readonly onDidChange = this.#changes.event;
  readonly #abort = new AbortController();
  readonly #events: RunEvent[];
  #state: RunState | null;
  #calls: readonly CallView[] = [];
  #waiting: (WaitingPrompt & { readonly settle: (choice: Choice) => void }) | null = null;
  #answer: PreparedAnswer | null;

  constructor(private readonly init: LiveRunInit) {
    super();
    this.#state = init.past?.state ?? null;
    this.#events = [...(init.past?.events ?? [])];
    this.#answer = init.answer;
  }

  get root(): string {
    return this.init.root;
  }
  get recorded(): string | null {
    return this.init.recorded;
  }
  /** Null until the first event is on disk. */
  get state(): RunState | null {
    return this.#state;
  }
  get events(): readonly RunEvent[] {
    return this.#events;
  }
  get calls(): readonly CallView[] {
    return this.#calls;
  }
  get waiting(): WaitingPrompt | null {
    return this.#waiting;
  }
  /** The answer the waiting prompt had in the recording; null: none is known. */
  get recordedAnswer(): Choice | null {
    if (this.#state === null || this.#waiting === null) return null;
    return this.init.recordedChoice?.(this.#state, this.#waiting.prompt) ?? null;
  }
  get stopping(): boolean {
    return this.#abort.signal.aborted;
  }

  /**
   * Drives the run to its end, to Stop, or to the editor's closing.
   * @returns the last state; rejects with what the session threw
   */
  async drive(drive: DriveRun): Promise<RunState> {
    const steps = drive({
      decider: { decide: (prompt, signal) => this.#decide(prompt, signal) },
      progress: (progress) => this.#progress(progress),
      signal: this.#abort.signal,
    });
    try {
      for (;;) {
        const step = await steps.next();
        if (step.done === true) {
          this.#state = step.value;
          return step.value;
        }
        this.#state = step.value.state;
        this.#events.push(step.value.event);
        this.#calls = endedCalls(this.#calls, step.value.event);
        this.#changes.fire({ kind: 'event', event: step.value.event });
      }
    } finally {
      this.#calls = [];
      this.#waiting = null;
    }
  }

  /** Stop: ends the model call at once; the run ends or stays to be resumed. */
  stop(): void {
    this.#abort.abort();
  }

  /**
   * Answers the prompt of that id.
   * @returns `late` when it is not the one that waits, `unfit` when the choice does not answer it, `declined` when a recording was
   *   answered otherwise (only Stop is free then): all three change nothing, and the prompt still waits
   */
  async decide(id: string, choice: Choice): Promise<'taken' | 'late' | 'unfit' | 'declined'> {
    const waiting = this.#waiting;
    if (waiting?.id !== id) return 'late';
    if (checkChoice(waiting.prompt, choice) !== null) return 'unfit';
    const recorded = this.recordedAnswer;
    if (recorded !== null && choice.kind !== 'stop' && !isSame(recorded, choice)) return 'declined';
    await this.init.beforeChoice(choice, waiting.prompt);
    if (this.#waiting !== waiting) return 'late';
    waiting.settle(choice);
    return 'taken';
  }

  #progress(progress: RunProgress): void {
    const calls = foldProgress(this.#calls, progress, this.init.now());
    if (calls === this.#calls) return;
    this.#calls = calls;
    this.#changes.fire({ kind: 'calls' });
  }

  #decide(prompt: DecisionPrompt, signal: AbortSignal): Promise<Choice | null> {
    const id = this.#state === null ? prompt.kind : promptId(this.#state, prompt);
    const prepared = this.#answer;
    this.#answer = null;
    if (prepared?.promptId === id && checkChoice(prompt, prepared.choice) === null) {
      return this.init.beforeChoice(prepared.choice, prompt).then(() => prepared.choice);
    }
    return new Promise((resolve) => {
      const finish = (choice: Choice | null): void => {
        signal.removeEventListener('abort', withdraw);
        this.#waiting = null;
        this.#changes.fire({ kind: 'prompt' });
        resolve(choice);
      };
      const withdraw = (): void => finish(null);
      if (signal.aborted) {
        resolve(null);
        return;
      }
      signal.addEventListener('abort', withdraw);
      this.#waiting = { id, prompt, settle: finish };
      this.#changes.fire({ kind: 'prompt' });
    });
  }
}

/** Both were read by the same schema, so their fields are in the same order. */
function isSame(one: Choice, other: Choice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

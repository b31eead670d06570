import { assertNever } from '../util/assert-never';
import { Channel } from '../util/channel';
import { decisionEvent } from './build-verify/apply-decision';
import { checkChoice } from './build-verify/check-choice';
import { sameContent } from './build-verify/content';
import type { Effect } from './build-verify/effects';
import type { EventBody, FileRef, RunEvent } from './build-verify/events';
import { journalVersion } from './build-verify/events';
import { spentBudget } from './build-verify/exits';
import type { RunState } from './build-verify/run-state';
import type { RunStart } from './build-verify/start';
import { evolve, foldRun } from './build-verify/state';
import { transition } from './build-verify/transition';
import { CallBudget } from './call-budget';
import { EvidenceChecker } from './evidence';
import { sha256 } from './hash';
import type { ModelProgress, ModelResult, RunPorts, RunProgress, ToolAccess } from './ports';

const unlimited: RunState['budget'] = { tokens: null, cost: null, seconds: null };

type CallEffect = Extract<Effect, { type: 'call' }>;

export interface RunStep {
  readonly event: RunEvent;
  readonly state: RunState;
}

export interface RunInit {
  readonly ports: RunPorts;
  /** The journal so far; empty for a new run. */
  readonly past: readonly RunEvent[];
  /** The first event of a new run; null when `past` has one. */
  readonly start: RunStart | null;
  readonly progress: (progress: RunProgress) => void;
  /** Stop: ends a phase in the middle at once; nothing is published after it (rulings 3). */
  readonly signal: AbortSignal;
  /** Staged text that a dead process had left behind; it stays beside the round (rulings 5). */
  readonly unfinished?: readonly FileRef[] | null;
}

/** Whether anything is left to go on with: a success, an audit and a residue the person accepted leave nothing. */
export function isResumable(state: RunState): boolean {
  switch (state.ended?.outcome) {
    case 'success':
    case 'audited':
      return false;
    case 'success-with-residual':
      return state.decisions.at(-1)?.choice.kind !== 'accept';
    default:
      return true;
  }
}

/**
 * Runs, or takes up again, one build-verify run: performs what `transition` names through the ports and appends every fact to the
 * journal BEFORE it is yielded (design.md). The last event is `run.ended`.
 * @returns the state at the end.
 * @throws whatever a port rejects with (an `ArtifactError`, a full disk): the journal then ends where it was, and the run resumes.
 */
export async function* runLoop(init: RunInit): AsyncGenerator<RunStep, RunState> {
  const run = new Run(init);
  yield* run.channel.drainWhile(run.loop());
  return run.finalState();
}

class Run {
  readonly channel = new Channel<RunStep>();
  private state: RunState | null;
  private seq: number;
  private tail: Promise<void> = Promise.resolve();
  private readonly evidence: EvidenceChecker;

  constructor(private readonly init: RunInit) {
    this.state = init.past.length === 0 ? null : foldRun(init.past);
    this.seq = (init.past.at(-1)?.seq ?? -1) + 1;
    this.evidence = new EvidenceChecker(init.ports.workspace);
  }

  finalState(): RunState {
    if (this.state === null) throw new RangeError('A run needs a start or a past.');
    return this.state;
  }

  async loop(): Promise<void> {
    const { start, past } = this.init;
    if (past.length > 0) {
      if (!isResumable(this.finalState())) return;
      await this.resume();
    } else if (start !== null) {
      await this.append(start);
    }
    for (;;) {
      const effects = transition(this.finalState());
      const first = effects[0];
      if (first === undefined) return;
      if (this.init.signal.aborted && first.type !== 'finish') {
        await this.interrupt('person');
      } else if (first.type === 'call') {
        await this.calls(effects.filter((effect) => effect.type === 'call'));
      } else {
        await this.perform(first);
      }
    }
  }

  /** Appends one fact: numbered, timed, on the disk, folded, then shown. Concurrent calls take turns. */
  private append(body: EventBody): Promise<void> {
    this.tail = this.tail.then(async () => {
      const at = new Date(this.init.ports.clock.now()).toISOString();
      const event: RunEvent = { ...body, v: journalVersion, seq: this.seq, at };
      await this.init.ports.journal.append(event, body.type !== 'notice');
      this.seq += 1;
      this.state = evolve(this.state, event);
      this.channel.push({ event, state: this.state });
    });
    return this.tail;
  }

  /** What is on disk must still be what the run last saw, or what it was about to publish (design.md). */
  private async resume(): Promise<void> {
    await this.append({ type: 'run.resumed', unfinished: copy(this.init.unfinished ?? null) });
    const state = this.finalState();
    const last = state.revisions.at(-1)?.files;
    if (last === undefined || state.conflict !== null || state.closing !== null) return;
    const found = await this.init.ports.workspace.snapshot(state.brief.brief.artifacts);
    const [next] = transition(state);
    const target = next?.type === 'publish' ? next.target : last;
    // A process that died while it published several files has left some of them done.
    const isKnown = (file: FileRef, index: number): boolean =>
      file.hash === last[index]?.hash || file.hash === target[index]?.hash;
    if (found.every(isKnown)) return;
    const round = state.rounds.at(-1)?.number ?? 0;
    await this.append({ type: 'conflict', round, found });
  }

  private async interrupt(by: 'person' | 'tokens' | 'cost' | 'seconds'): Promise<void> {
    await this.append({ type: 'interrupted', round: this.roundUnderWay(), by });
  }

  private roundUnderWay(): number {
    const [next] = transition(this.finalState());
    if (next?.type === 'call') return next.request.round;
    return this.finalState().rounds.at(-1)?.number ?? 0;
  }

  private async perform(effect: Exclude<Effect, CallEffect>): Promise<void> {
    const { workspace } = this.init.ports;
    const state = this.finalState();
    switch (effect.type) {
      case 'snapshot': {
        const files = await workspace.snapshot(state.brief.brief.artifacts);
        return this.append({ type: 'start.snapshot', files });
      }
      case 'publish':
        return this.publish(effect);
      case 'adopt':
        return this.append({
          type: 'revision',
          round: effect.round,
          origin: 'person',
          files: [...effect.files],
          changed: true,
          restoredRound: null,
          replaced: null,
        });
      case 'check-evidence':
        return this.append(await this.evidence.check(state, effect.round));
      case 'ask':
        return this.ask(effect);
      case 'finish':
        return this.append({ type: 'run.ended', ...effect.ending });
      default:
        return assertNever(effect, 'effect');
    }
  }

  private async publish(effect: Extract<Effect, { type: 'publish' }>): Promise<void> {
    const { round, origin, restoredRound, target, expected } = effect;
    const newer = expected === null ? await this.typedSince(target) : null;
    if (newer !== null) return this.append({ type: 'conflict', round, found: newer });
    const result = await this.init.ports.workspace.publish(target, expected);
    if (result.kind === 'conflict') {
      return this.append({ type: 'conflict', round, found: result.found });
    }
    const last = this.finalState().revisions.at(-1)?.files ?? [];
    return this.append({
      type: 'revision',
      round,
      origin,
      files: [...target],
      changed: !sameContent(last, target),
      restoredRound,
      replaced: copy(effect.replaced),
    });
  }

  /** An answer about a changed file holds for the text that was shown, not for what was typed while the question waited. */
  private async typedSince(target: readonly FileRef[]): Promise<FileRef[] | null> {
    const { brief, conflict, revisions } = this.finalState();
    // What is no text any more cannot be shown either; publishing keeps its bytes.
    const now = await this.init.ports.workspace.snapshot(brief.brief.artifacts).catch(() => []);
    const seen = [conflict?.found ?? [], revisions.at(-1)?.files ?? [], target];
    const isSeen = (file: FileRef, index: number): boolean =>
      seen.some((files) => files[index]?.hash === file.hash);
    return now.every(isSeen) ? null : now;
  }

  private async ask(effect: Extract<Effect, { type: 'ask' }>): Promise<void> {
    const { prompt, unanswered } = effect;
    const { decider } = this.init.ports;
    this.init.progress({ kind: 'prompt-shown', prompt });
    const choice = await decider.decide(prompt, this.init.signal);
    if (choice === null) {
      if (this.init.signal.aborted) return this.interrupt('person');
      return this.append({ type: 'run.ended', ...unanswered });
    }
    const wrong = checkChoice(prompt, choice);
    if (wrong !== null) throw new RangeError(`An answer does not fit its question: ${wrong}`);
    return this.append(decisionEvent(this.finalState(), prompt, choice));
  }

  /** Runs the calls of one phase at the same time and awaits them all; one failing does not lose the others' replies. */
  private async calls(effects: readonly CallEffect[]): Promise<void> {
    const state = this.finalState();
    // A judge belongs to no phase: rows 7 and 8 come before row 9, so what it says is waited for.
    const isPhase = effects.some((effect) => effect.access !== 'none');
    const spent = spentBudget(state);
    if (spent !== null && isPhase) return this.interrupt(spent);
    const limits = isPhase ? state.budget : unlimited;
    const budget = new CallBudget(state, limits, this.init.ports.clock);
    const signal = AbortSignal.any([this.init.signal, budget.abort.signal]);
    try {
      await Promise.all(effects.map((effect, index) => this.call(effect, index, budget, signal)));
    } finally {
      budget.close();
    }
    if (this.init.signal.aborted) return this.interrupt('person');
    if (budget.by !== null) return this.interrupt(budget.by);
  }

  private async call(
    effect: CallEffect,
    index: number,
    budget: CallBudget,
    signal: AbortSignal,
  ): Promise<void> {
    const { request } = effect;
    const { modelFor, clock } = this.init.ports;
    const { role, round, lens, attempt } = request;
    const model = modelFor(role, lens);
    this.init.progress({ kind: 'call-started', role, round, lens, attempt, model: model.name });
    const began = clock.now();
    const tools = await this.tools(effect);
    const report = (progress: ModelProgress): void => {
      if (signal.aborted) return;
      budget.note(index, progress);
      this.init.progress({ kind: 'call-progress', role, round, lens, progress });
    };
    const run = async (): Promise<ModelResult> => model.run(request, tools, signal, report);
    const result = await run().catch(defect);
    const staged = tools.kind === 'edit' ? await tools.staging.collect() : null;
    await this.append({
      type: 'call',
      role,
      round,
      lens,
      attempt,
      briefHash: request.briefHash,
      systemHash: sha256(request.system),
      prompt: request.prompt.map((part) => part.text).join(''),
      outcome: result.outcome,
      reply: result.reply,
      usage: result.usage,
      servedBy: result.servedBy,
      duration: Math.max(0, clock.now() - began),
      toolCalls: [...result.toolCalls],
      staged,
    });
  }

  private async tools(effect: CallEffect): Promise<ToolAccess> {
    const { workspace } = this.init.ports;
    switch (effect.access) {
      case 'none':
        return { kind: 'none' };
      case 'read':
        return { kind: 'read', view: workspace.view(effect.files) };
      case 'edit':
        return { kind: 'edit', staging: await workspace.stage(effect.files) };
      default:
        return assertNever(effect.access, 'access');
    }
  }
}

/** A model's own defect makes its phase incomplete, like any other failure for good: the run stays resumable. */
function defect(error: unknown): ModelResult {
  const why = error instanceof Error ? error.message : String(error);
  return {
    outcome: { kind: 'failed', reason: 'other', why },
    reply: '',
    usage: null,
    servedBy: null,
    toolCalls: [],
  };
}

function copy(files: readonly FileRef[] | null): FileRef[] | null {
  return files === null ? null : [...files];
}

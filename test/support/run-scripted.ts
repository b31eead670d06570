import type {
  Choice,
  DecisionPrompt,
  Journal,
  Model,
  RunEvent,
  RunOptions,
  RunPorts,
  RunProgress,
  RunState,
  Workspace,
} from '../../src/engine';
import { prepareRun, runLoop, type RunStart } from '../../src/engine';
import { builtInLenses } from '../../src/engine/roles';

export const defaultOptions: RunOptions = {
  mode: 'loop',
  cap: 5,
  cleanRounds: 2,
  confirmRounds: 'full',
  baseline: false,
  strictness: 'normal',
  budget: { tokens: null, cost: null, seconds: null },
};

/** The first event of a run over `docs/plan.md` with the named built-in lenses. */
export function startOf(
  options: Partial<RunOptions> = {},
  lenses: readonly string[] = ['destruction'],
  artifacts: readonly string[] = ['docs/plan.md'],
): RunStart {
  return prepareRun({
    runId: 'run-1',
    brief: {
      task: 'Make the plan complete',
      artifacts: [...artifacts],
      criteria: ['Each part names its cases'],
      context: null,
    },
    options: { ...defaultOptions, ...options },
    lenses: lenses.map((name) => {
      const lens = builtInLenses.find((one) => one.name === name);
      if (lens === undefined) throw new Error(`no lens ${name}`);
      return lens;
    }),
    perspective: null,
    models: { implementor: 'scripted', critic: 'scripted' },
    program: 'build-verify-loop test',
  });
}

/** A journal in memory; `failAt` makes the append of that sequence number reject, as a crash would. */
export class MemoryJournal implements Journal {
  readonly events: RunEvent[] = [];
  append(event: RunEvent): Promise<void> {
    this.events.push(event);
    return Promise.resolve();
  }
}

export interface ScriptedRun {
  readonly start?: RunStart;
  readonly past?: readonly RunEvent[];
  readonly model: Model;
  readonly workspace: Workspace;
  /** Answers by prompt, in order; null ends the run with the escalation. */
  readonly decide?: (prompt: DecisionPrompt) => Choice | null;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent, state: RunState) => void;
  readonly now?: () => number;
}

/** Runs a loop to its end and gives everything a test wants to look at. */
export async function runScripted(init: ScriptedRun): Promise<{
  readonly events: RunEvent[];
  readonly state: RunState;
  readonly prompts: DecisionPrompt[];
  readonly progress: RunProgress[];
}> {
  const journal = new MemoryJournal();
  const prompts: DecisionPrompt[] = [];
  const progress: RunProgress[] = [];
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const ports: RunPorts = {
    modelFor: () => init.model,
    workspace: init.workspace,
    journal,
    clock: {
      now: init.now ?? (() => (clock += 1000)),
      wait: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true });
        }),
    },
    decider: {
      decide: (prompt) => {
        prompts.push(prompt);
        return Promise.resolve(init.decide?.(prompt) ?? null);
      },
    },
  };
  const past = init.past ?? [];
  const loop = runLoop({
    ports,
    past,
    start: past.length > 0 ? null : (init.start ?? startOf()),
    progress: (one) => progress.push(one),
    signal: init.signal ?? new AbortController().signal,
  });
  for (;;) {
    const step = await loop.next();
    if (step.done === true) {
      return { events: [...past, ...journal.events], state: step.value, prompts, progress };
    }
    init.onEvent?.(step.value.event, step.value.state);
  }
}

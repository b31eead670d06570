import type { Choice, DecisionPrompt } from '../../src/engine';
import { MemoryWorkspace } from '../../test/support/memory-workspace';
import { runScripted, startOf } from '../../test/support/run-scripted';
import { ScriptedModel } from '../../test/support/scripted-model';
import { median, type Measure } from './measure';

const rounds = 200;
const plan = 'docs/plan.md';

/**
 * The engine's own time a round: model answers at once, journal and files in memory. Every round
 * revises the file and has five findings, all of them new, so that the run goes on for 200 rounds.
 */
export async function engineRounds(): Promise<Measure[]> {
  await oneRun(20);
  const times = await oneRun(rounds);
  const slice = (from: number, to: number): number => median(times.slice(from - 1, to));
  return [
    { what: 'engine, median round of 1 to 200', value: median(times), unit: 'ms', aim: 5 },
    { what: 'engine, median of rounds 1 to 20', value: slice(1, 20), unit: 'ms', aim: 5 },
    { what: 'engine, median of rounds 91 to 110', value: slice(91, 110), unit: 'ms', aim: 5 },
    { what: 'engine, median of rounds 181 to 200', value: slice(181, 200), unit: 'ms', aim: 5 },
  ];
}

/** Milliseconds of each round of one run. */
async function oneRun(wanted: number): Promise<number[]> {
  const starts: number[] = [];
  const stop = new AbortController();
  const model = new ScriptedModel((request) => {
    if (request.role === 'implementor') {
      starts.push(performance.now());
      if (starts.length > wanted) stop.abort();
      return {
        reply: [`DONE — artifact updated at ${plan}`, 'RESPONSES:', ...answers].join('\n'),
        writes: { [plan]: planText(request.round) },
      };
    }
    if (request.role === 'critic') return { reply: findings(request.round) };
    return { reply: 'no' };
  });
  await runScripted({
    start: startOf({ cap: 50 }, ['destruction'], [plan]),
    model,
    workspace: new MemoryWorkspace({ [plan]: planText(0) }),
    decide: raiseCap,
    signal: stop.signal,
  });
  if (starts.length <= wanted) throw new Error(`The run ended after ${starts.length} rounds.`);
  return starts.slice(1).map((start, index) => start - (starts[index] ?? start));
}

const answers = [1, 2, 3, 4, 5].map((number) => `FINDING #${number}: Addressed`);

function planText(round: number): string {
  const lines = Array.from({ length: 200 }, (_, line) => `Step ${line}: owner and date are named.`);
  for (let part = 0; part < 5; part += 1)
    lines[part * 40] = `Step ${part} as of revision ${round}.`;
  return `${lines.join('\n')}\n`;
}

function findings(round: number): string {
  return [1, 2, 3, 4, 5]
    .map((number) =>
      [
        `FINDING #${number}`,
        '  Severity: MEDIUM',
        '  AC reference: 1',
        `  Issue: Case ${round}.${number} has no owner`,
        `  Evidence: "Step ${number - 1} as of revision ${round}."`,
      ].join('\n'),
    )
    .join('\n\n');
}

function raiseCap(prompt: DecisionPrompt): Choice | null {
  if (prompt.kind === 'cap') return { kind: 'raise-cap', by: 1000 };
  throw new Error(`The bench's run was asked "${prompt.kind}" in round ${prompt.round}.`);
}

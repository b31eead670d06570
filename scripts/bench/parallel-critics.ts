import { MemoryWorkspace } from '../../test/support/memory-workspace';
import { runScripted, startOf } from '../../test/support/run-scripted';
import { ScriptedModel } from '../../test/support/scripted-model';
import type { Measure } from './measure';

const latency = 400;

/** Wall clock of a run with three Critics over one with a single Critic; each call takes as long. */
export async function parallelCritics(): Promise<Measure[]> {
  await run(['destruction'], 1);
  const one = await run(['destruction'], latency);
  const three = await run(['destruction', 'coherence', 'security'], latency);
  return [
    { what: `run of 2 rounds, 1 Critic (${latency} ms a call)`, value: one, unit: 'ms', aim: null },
    { what: 'the same with 3 Critics', value: three, unit: 'ms', aim: null },
    { what: '3 Critics over 1', value: three / one, unit: 'times', aim: 1.05 },
  ];
}

async function run(lenses: readonly string[], wait: number): Promise<number> {
  const model = new ScriptedModel(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    return {
      reply:
        request.role === 'critic'
          ? 'NO FINDINGS — artifact passes audit'
          : 'DONE — artifact updated at docs/plan.md',
    };
  });
  const started = performance.now();
  const { state } = await runScripted({
    start: startOf({}, lenses),
    model,
    workspace: new MemoryWorkspace({ 'docs/plan.md': 'A plan.\n' }),
  });
  if (state.ended?.outcome !== 'success') throw new Error('The run of the bench did not succeed.');
  return performance.now() - started;
}

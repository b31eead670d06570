import assert from 'node:assert/strict';
import { foldRun, reportText, transition, type RunEvent } from '../../src/engine';
import { MemoryWorkspace } from '../support/memory-workspace';
import { runScripted, startOf } from '../support/run-scripted';
import { choose, planText, scenarioModel, type Scenario } from '../support/scenario';
import { ScriptedModel } from '../support/scripted-model';

/* The journal is the truth: a run killed after any event resumes to the same events (rulings 29). */

const scenario: Scenario = {
  lenses: ['destruction', 'security'],
  baseline: { destruction: 'Ha Ms!', security: 'Lb' },
  rounds: [
    { critics: { destruction: 'Hc', security: 'Lb' }, implementor: '1:disputed' },
    { critics: { destruction: ['prose', 'Md'], security: 'Lb2' }, implementor: '1:disputed' },
    { critics: { destruction: '-', security: 'Hx' } },
    ...Array.from({ length: 4 }, () => ({ critics: { destruction: '-', security: '-' } })),
  ],
};

function decide(prompt: { readonly kind: string }) {
  switch (prompt.kind) {
    case 'disagreement':
      return choose.settle('dismiss', 'not needed')(prompt as never);
    case 'scope':
      return choose.scope('keep')(prompt as never);
    case 'residual':
      return choose.oneMore();
    default:
      throw new Error(`no answer for ${prompt.kind}`);
  }
}

/** Ids, times and resume marks are what may differ. */
function comparable(events: readonly RunEvent[]): unknown[] {
  return events
    .filter((event) => event.type !== 'run.resumed')
    .map(({ at: _at, seq: _seq, ...event }) =>
      'duration' in event ? { ...event, duration: 0 } : event,
    );
}

async function whole(): Promise<{ events: RunEvent[]; disk: Map<string, string>[] }> {
  const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
  const disk: Map<string, string>[] = [];
  const { events } = await runScripted({
    start: startOf({ baseline: true, cap: 8 }, scenario.lenses),
    model: scenarioModel(scenario),
    workspace,
    decide,
    onEvent: () => disk.push(new Map(workspace.disk)),
  });
  return { events, disk };
}

describe('resume', () => {
  it('gives the same events after a kill at every event', async () => {
    const { events } = await whole();
    assert.ok(events.length > 25, `only ${events.length} events`);
    assert.equal(events.at(-1)?.type, 'run.ended');
    for (let kept = 1; kept < events.length; kept += 1) {
      const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
      // The killed process had written what its journal says, snapshots included.
      await runScripted({
        start: startOf({ baseline: true, cap: 8 }, scenario.lenses),
        model: scenarioModel(scenario),
        workspace,
        decide,
      });
      const last = events
        .slice(0, kept)
        .findLast((event) => event.type === 'revision' || event.type === 'start.snapshot');
      workspace.disk.set('docs/plan.md', planText('0'));
      if (last !== undefined && 'files' in last && last.files[0] !== undefined) {
        workspace.disk.set('docs/plan.md', await workspace.text(last.files[0]));
      }
      const resumed = await runScripted({
        past: events.slice(0, kept),
        model: scenarioModel(scenario),
        workspace,
        decide,
      });
      assert.deepEqual(
        comparable(resumed.events),
        comparable(events),
        `killed after event ${kept}`,
      );
    }
  });

  it('publishes nothing twice when the process died between the file and its event', async () => {
    const { events } = await whole();
    const at = events.findIndex((event) => event.type === 'revision');
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    await runScripted({
      start: startOf({ baseline: true, cap: 8 }, scenario.lenses),
      model: scenarioModel(scenario),
      workspace,
      decide,
    });
    workspace.disk.set('docs/plan.md', planText('1'));
    const resumed = await runScripted({
      past: events.slice(0, at),
      model: scenarioModel(scenario),
      workspace,
      decide,
    });
    assert.ok(resumed.events.every((event) => event.type !== 'conflict'));
    assert.deepEqual(comparable(resumed.events), comparable(events));
  });

  it('reads a journal with rounds missing without going round in circles', async () => {
    const { events } = await whole();
    const gapped = events.filter((event) => !('round' in event) || event.round !== 1);
    assert.equal(transition(foldRun(gapped)).length, 0);
    assert.match(reportText(foldRun(gapped)), /LOOP EXIT/);
    assert.ok(transition(foldRun(gapped.slice(0, -1))).length > 0);
  });

  it('goes on with publishing when the process died between two files', async () => {
    const texts = { 'a.md': 'new a\n', 'b.md': 'new b\n' };
    const model = new ScriptedModel((request) =>
      request.role === 'implementor'
        ? { reply: 'DONE — artifact updated at a.md, b.md', writes: texts }
        : { reply: 'NO FINDINGS — artifact passes audit' },
    );
    const start = startOf({ cleanRounds: 1 }, ['destruction'], ['a.md', 'b.md']);
    const workspace = new MemoryWorkspace({ 'a.md': 'old a\n', 'b.md': 'old b\n' });
    const { events } = await runScripted({ start, model, workspace });
    workspace.disk.set('b.md', 'old b\n');
    const resumed = await runScripted({
      past: events.slice(
        0,
        events.findIndex((event) => event.type === 'revision'),
      ),
      model,
      workspace,
    });
    assert.deepEqual(comparable(resumed.events), comparable(events));
    assert.equal(workspace.disk.get('b.md'), 'new b\n');
  });

  it('asks when the file was changed while no process had the run', async () => {
    const { events } = await whole();
    const at = events.findIndex((event) => event.type === 'revision') + 1;
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    await runScripted({
      start: startOf({ baseline: true, cap: 8 }, scenario.lenses),
      model: scenarioModel(scenario),
      workspace,
      decide,
    });
    workspace.disk.set('docs/plan.md', 'typed meanwhile\n');
    const resumed = await runScripted({
      past: events.slice(0, at),
      model: scenarioModel(scenario),
      workspace,
      decide: (prompt) => (prompt.kind === 'conflict' ? null : decide(prompt)),
    });
    assert.deepEqual(
      resumed.prompts.map((one) => one.kind),
      ['conflict'],
    );
    assert.equal(resumed.state.ended?.outcome, 'escalated: stopped');
    assert.equal(workspace.disk.get('docs/plan.md'), 'typed meanwhile\n');
  });
});

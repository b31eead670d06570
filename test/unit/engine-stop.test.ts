import assert from 'node:assert/strict';
import {
  isResumable,
  reportText,
  roundBeside,
  roundsLine,
  type RunEvent,
  type Usage,
} from '../../src/engine';
import { CallBudget } from '../../src/engine/call-budget';
import { MemoryWorkspace } from '../support/memory-workspace';
import { runScripted, startOf } from '../support/run-scripted';
import { choose, play, planText, scenarioModel, type Scenario } from '../support/scenario';
import { ScriptedModel, type ScriptedAnswer } from '../support/scripted-model';

/* Ends that are no exit of a round: Stop, budgets, a dead process; and taking the run up after each (rulings 3, 5, 8, 9, 29). */

const twoClean: Scenario = {
  rounds: [{ critics: { destruction: '-' } }, { critics: { destruction: '-' } }],
};
const usage: Usage = {
  input: 0,
  output: 0,
  cacheCreation: 0,
  cacheRead: 0,
  estimated: false,
  cost: null,
};

function planned(): MemoryWorkspace {
  return new MemoryWorkspace({ 'docs/plan.md': planText('0') });
}

/** A scenario's model with one call of its own. */
function modelWith(
  scenario: Scenario,
  role: string,
  round: number,
  answer: Partial<ScriptedAnswer>,
): ScriptedModel {
  const inner = scenarioModel(scenario);
  return new ScriptedModel(async (request) => {
    if (request.role === role && request.round === round && 'reply' in answer) {
      return { reply: '', ...answer };
    }
    const tools = { kind: 'none' } as const;
    const result = await inner.run(request, tools, new AbortController().signal, () => undefined);
    const own = request.role === role && request.round === round ? answer : {};
    return { reply: result.reply, outcome: result.outcome, ...own };
  });
}

function restoreAfter(events: readonly RunEvent[], round: number): RunEvent[] {
  const text = events.find((event) => event.type === 'revision' && event.round === round);
  assert.ok(text?.type === 'revision');
  const last = events.at(-1);
  assert.ok(last !== undefined);
  return [
    ...events,
    { ...text, seq: last.seq + 1, at: last.at, origin: 'restore', restoredRound: round },
  ];
}

describe('Stop', () => {
  it('before anything was read ends the run, which then begins at its first round', async () => {
    const stop = AbortSignal.abort();
    const first = await runScripted({
      model: scenarioModel(twoClean),
      workspace: planned(),
      signal: stop,
    });
    assert.deepEqual(
      first.events.map((event) => event.type),
      ['run.started', 'interrupted', 'run.ended'],
    );
    assert.equal(first.state.ended?.outcome, 'escalated: stopped');
    const resumed = await runScripted({
      past: first.events,
      model: scenarioModel(twoClean),
      workspace: planned(),
    });
    assert.equal(resumed.state.ended?.outcome, 'success');
    assert.equal(resumed.state.rounds[0]?.number, 1);
  });

  it('at a question about a changed file ends the run and leaves the question', async () => {
    const workspace = planned();
    const stop = new AbortController();
    const first = await runScripted({
      model: scenarioModel(twoClean),
      workspace,
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'start.snapshot') workspace.disk.set('docs/plan.md', 'typed\n');
      },
      decide: () => {
        stop.abort();
        return null;
      },
    });
    assert.equal(first.state.ended?.outcome, 'escalated: stopped');
    assert.equal(workspace.disk.get('docs/plan.md'), 'typed\n');
    const resumed = await runScripted({
      past: first.events,
      model: scenarioModel(twoClean),
      workspace,
      decide: () => ({ kind: 'keep-mine' }),
    });
    assert.deepEqual(
      resumed.prompts.map((one) => one.kind),
      ['conflict'],
    );
  });

  it('at a prompt does not count the waiting as work, nor hide what the round was', async () => {
    let hours = 0;
    let clock = 0;
    const stop = new AbortController();
    const scenario: Scenario = { rounds: [{ implementor: { reply: 'BLOCKED — no annex' } }] };
    const first = await runScripted({
      model: scenarioModel(scenario),
      workspace: planned(),
      signal: stop.signal,
      now: () => (clock += 1000) + hours * 3_600_000,
      decide: () => {
        hours = 8;
        stop.abort();
        return null;
      },
    });
    assert.ok(first.state.spent.seconds < 60, `${first.state.spent.seconds} s`);
    const resumed = await runScripted({
      past: first.events,
      model: scenarioModel(scenario),
      workspace: planned(),
      decide: choose.stop,
    });
    assert.equal(resumed.state.ended?.outcome, 'blocked');
    assert.deepEqual(roundBeside(resumed.state), { number: 1, what: 'blocked' });
  });
});

describe('budgets beside the other rows', () => {
  it('do not cut off a judge: row 7 comes before row 9', async () => {
    const scenario: Scenario = {
      options: { budget: { tokens: 100, cost: null, seconds: null } },
      rounds: [{ critics: { destruction: 'Ma' } }, { critics: { destruction: 'Ma2' } }],
    };
    const spend = modelWith(scenario, 'critic', 2, { usage: { ...usage, input: 200 } });
    const model = new ScriptedModel(async (request) => {
      const tools = { kind: 'none' } as const;
      const result = await spend.run(request, tools, new AbortController().signal, () => undefined);
      const progress =
        request.role === 'judge-repeat'
          ? [{ kind: 'tokens', input: 5, output: 1, cost: null } as const]
          : [];
      return { reply: result.reply, usage: result.usage ?? usage, progress };
    });
    const { state } = await runScripted({
      start: startOf(scenario.options),
      model,
      workspace: planned(),
    });
    assert.equal(state.ended?.outcome, 'escalated: stalled');
  });

  it('hold the known part of a cost that is not known as a whole', async () => {
    const model = new ScriptedModel((request) => ({
      reply:
        request.role === 'implementor'
          ? 'DONE — artifact updated at docs/plan.md'
          : 'NO FINDINGS — artifact passes audit',
      usage: { ...usage, cost: request.role === 'implementor' ? 3 : null },
    }));
    const { state } = await runScripted({
      start: startOf({ budget: { tokens: null, cost: 2, seconds: null } }),
      model,
      workspace: planned(),
    });
    assert.equal(state.ended?.outcome, 'escalated: budget');
    const critics = await runScripted({
      start: startOf({ budget: { tokens: null, cost: 4, seconds: null } }),
      model,
      workspace: planned(),
    });
    assert.equal(critics.state.spent.cost, null);
    assert.equal(critics.state.ended?.outcome, 'escalated: budget');
    assert.equal(critics.state.rounds.length, 2);
  });
});

describe('the time budget', () => {
  it('is held when a timer fires a moment early', async () => {
    let now = 0;
    const clock = {
      now: () => now,
      wait: (ms: number) => {
        now += Math.max(1, ms - 1);
        return Promise.resolve();
      },
    };
    const spent = { spent: { tokens: 0, cost: 0, seconds: 4 }, knownCost: 0 };
    const budget = new CallBudget(spent, { tokens: null, cost: null, seconds: 10 }, clock);
    await new Promise((resolve) => {
      budget.abort.signal.addEventListener('abort', resolve);
    });
    assert.equal(budget.by, 'seconds');
    assert.equal(now, 6000);
  });
});

describe('taking a run up', () => {
  it('ends it with the answer that was given when the process died before the end', async () => {
    const scenario: Scenario = {
      options: { cap: 1 },
      rounds: [{ critics: { destruction: 'Ma' } }],
      decisions: [choose.accept],
    };
    const { events, workspace } = await play(scenario);
    const resumed = await runScripted({
      past: events.slice(0, -1),
      model: scenarioModel(scenario),
      workspace,
    });
    assert.equal(resumed.prompts.length, 0);
    assert.equal(resumed.state.ended?.outcome, 'escalated: cap');
  });

  it('is offered for a residue that was left with Stop, not for an accepted one', async () => {
    const scenario: Scenario = {
      rounds: [{ critics: { destruction: 'La' } }, { critics: { destruction: 'Lb' } }],
    };
    const stopped = await play({ ...scenario, decisions: [choose.stop] });
    assert.equal(stopped.state.ended?.outcome, 'success-with-residual');
    assert.equal(isResumable(stopped.state), true);
    const accepted = await play({ ...scenario, decisions: [choose.accept] });
    assert.equal(isResumable(accepted.state), false);
  });

  it('asks at the cap when a text was restored meanwhile', async () => {
    const scenario: Scenario = {
      options: { cap: 2 },
      rounds: ['Ma', 'Mb', '-', '-'].map((reply) => ({ critics: { destruction: reply } })),
    };
    const { events, workspace } = await play(scenario);
    workspace.disk.set('docs/plan.md', planText('1'));
    const model = scenarioModel(scenario);
    const resumed = await runScripted({
      past: restoreAfter(events, 1),
      model,
      workspace,
      decide: choose.raise(2),
    });
    assert.deepEqual(
      resumed.prompts.map((one) => `${one.round} ${one.kind}`),
      ['2 cap'],
    );
    assert.equal(roundsLine(resumed.state), '4 / 4 (raised from 2)');
    workspace.disk.set('docs/plan.md', planText('1'));
    const unanswered = await runScripted({
      past: restoreAfter(events, 1),
      model: scenarioModel(scenario),
      workspace,
    });
    assert.match(reportText(unanswered.state), /Next step requested from user: raise the cap/);
    assert.match(model.requests[0]?.prompt.map((part) => part.text).join('') ?? '', /case a/);
  });

  it('goes on with the last findings when the text of an unfinished round was put back', async () => {
    const scenario: Scenario = {
      rounds: ['Ma', { reply: '', outcome: { kind: 'refused', why: 'no' } } as const, '-', '-'].map(
        (reply) => ({ critics: { destruction: reply } }),
      ),
    };
    const { events, workspace } = await play(scenario);
    const model = scenarioModel(scenario);
    await runScripted({ past: restoreAfter(events, 2), model, workspace });
    assert.match(model.requests[0]?.prompt.map((part) => part.text).join('') ?? '', /case a/);
  });

  it('names a round in the middle for what it was', async () => {
    const scenario: Scenario = {
      rounds: ['Ma', { reply: '', outcome: { kind: 'refused', why: 'no' } } as const, '-', '-'].map(
        (reply) => ({ critics: { destruction: reply } }),
      ),
    };
    const { events, workspace } = await play(scenario);
    workspace.disk.set('docs/plan.md', planText('1'));
    const { state } = await runScripted({
      past: restoreAfter(events, 1),
      model: scenarioModel(scenario),
      workspace,
    });
    assert.match(reportText(state), /Round 2: incomplete\n- Round 3: H:0 M:0 L:0/);
  });
});

describe('texts of a round', () => {
  it('are no unfinished work once a second try ended in DONE', async () => {
    const { state } = await play({
      options: { cap: 1 },
      rounds: [
        {
          critics: { destruction: 'Ma' },
          implementor: [
            { reply: 'I changed it.' },
            { reply: 'DONE — artifact updated at docs/plan.md' },
          ],
        },
      ],
    });
    assert.equal(state.rounds[0]?.unfinished, null);
    assert.doesNotMatch(reportText(state), /unfinished/);
  });

  it('can be restored for a round that was audited without an Implementor', async () => {
    const { model, workspace } = await play({
      options: { cap: 3, confirmRounds: 'audit-only' },
      rounds: ['-', 'Ha', 'Mb', '-', '-'].map((reply) => ({ critics: { destruction: reply } })),
      decisions: [choose.restore(2), choose.raise(1), choose.accept],
    });
    const fourth = model.requests.find((one) => one.role === 'implementor' && one.round === 4);
    assert.match(fourth?.prompt.map((part) => part.text).join('') ?? '', /case a/);
    assert.equal(workspace.disk.get('docs/plan.md'), planText('4'));
  });
});

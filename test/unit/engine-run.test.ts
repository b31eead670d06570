import assert from 'node:assert/strict';
import { findingsOf, type ModelRequest } from '../../src/engine';
import { MemoryWorkspace } from '../support/memory-workspace';
import { runScripted, startOf } from '../support/run-scripted';
import { choose, criticReply, planText, play, scenarioModel } from '../support/scenario';
import { promptText, ScriptedModel } from '../support/scripted-model';

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('isolation', () => {
  it('keeps role prompt and brief byte-identical and hands the block on byte for byte', async () => {
    const { model, state } = await play({
      rounds: [
        { critics: { destruction: 'Ha Mb' } },
        { critics: { destruction: 'Mc' } },
        { critics: { destruction: '-' } },
        { critics: { destruction: '-' } },
      ],
    });
    const of = (role: string): ModelRequest[] => model.requests.filter((one) => one.role === role);
    assert.equal(new Set(of('critic').map((one) => one.system + promptText(one))).size, 1);
    assert.equal(new Set(of('implementor').map((one) => one.system)).size, 1);
    for (const request of model.requests) {
      if (request.role === 'implementor' || request.role === 'critic') {
        assert.ok(promptText(request).includes(state.brief.text));
        assert.equal(request.briefHash, state.brief.hash);
      }
    }
    const blocks = of('implementor').map((one) => one.prompt.at(-1)?.text ?? '');
    assert.ok(blocks[1]?.endsWith(criticReply('Ha Mb')));
    assert.ok(blocks[2]?.endsWith(criticReply('Mc')));
    assert.ok(blocks[3]?.endsWith(criticReply('-')));
  });

  it('puts no byte of an Implementor into any Critic request', async () => {
    const marker = 'IMPLEMENTOR-SAYS-9173';
    const { model } = await play({
      rounds: [
        {
          critics: { destruction: 'Ma' },
          implementor: { reply: `DONE — artifact updated at docs/plan.md\n${marker}` },
        },
        {
          critics: { destruction: '-' },
          implementor: {
            reply: `DONE — artifact updated at docs/plan.md\nFINDING #1: Disputed — ${marker}`,
          },
        },
        { critics: { destruction: '-' } },
      ],
    });
    for (const request of model.requests.filter((one) => one.role === 'critic')) {
      assert.ok(!`${request.system}${promptText(request)}`.includes(marker));
      assert.ok(!/round|attempt/i.test(promptText(request).replace(/Make the plan complete/, '')));
    }
  });

  it('runs several Critics at the same time and awaits them all', async () => {
    let running = 0;
    let most = 0;
    let release = (): void => undefined;
    const bothRun = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = new ScriptedModel((request) => {
      if (request.role === 'implementor')
        return { reply: 'DONE — artifact updated at docs/plan.md' };
      running += 1;
      most = Math.max(most, running);
      if (running % 2 === 0) release();
      return { reply: criticReply('-'), after: () => bothRun };
    });
    const { state } = await runScripted({
      start: startOf({}, ['destruction', 'security']),
      model,
      workspace: new MemoryWorkspace({ 'docs/plan.md': 'x\n' }),
    });
    assert.equal(state.ended?.outcome, 'success');
    assert.ok(most >= 2);
  });
});

describe('stop', () => {
  it('ends a phase in the middle, publishes nothing afterwards, and resumes only what is missing', async () => {
    const stop = new AbortController();
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    const model = new ScriptedModel((request) =>
      request.role === 'critic'
        ? { reply: criticReply('Ma') }
        : request.round === 2
          ? {
              reply: 'DONE — artifact updated at docs/plan.md',
              writes: { 'docs/plan.md': planText('2') },
              after: (signal) => {
                stop.abort();
                return untilAborted(signal);
              },
            }
          : {
              reply: 'DONE — artifact updated at docs/plan.md',
              writes: { 'docs/plan.md': planText('1') },
            },
    );
    const stopped = await runScripted({ model, workspace, signal: stop.signal });
    assert.equal(stopped.state.ended?.outcome, 'escalated: stopped');
    assert.equal(stopped.state.ended.row, 9);
    assert.equal(workspace.disk.get('docs/plan.md'), planText('1'));
    assert.notEqual(stopped.state.rounds[1]?.unfinished, null);
    const scenario = {
      rounds: [{}, { critics: { destruction: '-' } }, { critics: { destruction: '-' } }],
    };
    const resumed = await runScripted({
      past: stopped.events,
      model: scenarioModel(scenario),
      workspace,
    });
    assert.equal(resumed.state.ended?.outcome, 'success');
    assert.equal(resumed.state.rounds.length, 3);
  });

  it('withdraws a waiting decision, and asks it again on resume', async () => {
    const stop = new AbortController();
    const scenario = { options: { cap: 1 }, rounds: [{ critics: { destruction: 'Ha' } }] };
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    const stopped = await runScripted({
      start: startOf({ cap: 1 }),
      model: scenarioModel(scenario),
      workspace,
      signal: stop.signal,
      decide: () => {
        stop.abort();
        return null;
      },
    });
    assert.equal(stopped.state.ended?.outcome, 'escalated: stopped');
    const resumed = await runScripted({
      past: stopped.events,
      model: scenarioModel(scenario),
      workspace,
      decide: choose.accept,
    });
    assert.deepEqual(
      resumed.prompts.map((one) => one.kind),
      ['cap'],
    );
    assert.equal(resumed.state.ended?.outcome, 'escalated: cap');
  });
});

describe('budgets', () => {
  it('ends a Critic phase in the middle; the published revision stays and only the Critics are missing', async () => {
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    const model = new ScriptedModel((request) =>
      request.role === 'implementor'
        ? {
            reply: 'DONE — artifact updated at docs/plan.md',
            writes: { 'docs/plan.md': planText('1') },
          }
        : {
            reply: '',
            progress: [{ kind: 'tokens', input: 5000, output: 1, cost: null }],
            after: untilAborted,
          },
    );
    const start = startOf({ budget: { tokens: 1000, cost: null, seconds: null } });
    const first = await runScripted({ start, model, workspace });
    assert.equal(first.state.ended?.outcome, 'escalated: budget');
    assert.equal(workspace.disk.get('docs/plan.md'), planText('1'));
    assert.equal(first.state.rounds[0]?.interruptedBy, 'tokens');
    const scenario = {
      rounds: [{ critics: { destruction: '-' } }, { critics: { destruction: '-' } }],
    };
    const again = scenarioModel(scenario);
    const resumed = await runScripted({
      past: first.events,
      model: again,
      workspace,
      decide: () => ({ kind: 'more-budget', tokens: 1_000_000, cost: 0, seconds: 0 }),
    });
    assert.equal(resumed.state.ended?.outcome, 'success');
    assert.deepEqual(
      again.requests.map((one) => `${one.role} ${one.round}`),
      ['critic 1', 'implementor 2', 'critic 2'],
    );
  });
});

describe('the person edits the artifact meanwhile', () => {
  async function withEdit(answer: 'keep-mine' | 'take-run'): Promise<MemoryWorkspace> {
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    const scenario = {
      rounds: [{ critics: { destruction: '-' } }, { critics: { destruction: '-' } }],
    };
    const inner = scenarioModel(scenario);
    const model = new ScriptedModel(async (request) => {
      if (request.role === 'implementor' && request.round === 1)
        workspace.disk.set('docs/plan.md', 'typed by the person\n');
      const result = await inner.run(
        request,
        { kind: 'none' },
        new AbortController().signal,
        () => undefined,
      );
      return {
        reply: result.reply,
        ...(request.role === 'implementor' && request.round === 1
          ? { writes: { 'docs/plan.md': planText('1') } }
          : {}),
      };
    });
    const { state, prompts } = await runScripted({
      model,
      workspace,
      decide: () => ({ kind: answer }),
    });
    assert.deepEqual(
      prompts.map((one) => one.kind),
      ['conflict'],
    );
    assert.equal(state.ended?.outcome, 'success');
    const typed = prompts[0]?.found[0];
    assert.equal(typed === undefined ? '' : await workspace.text(typed), 'typed by the person\n');
    return workspace;
  }

  it('asks again when more was typed while the question waited', async () => {
    const workspace = new MemoryWorkspace({ 'docs/plan.md': planText('0') });
    const scenario = {
      rounds: [{ critics: { destruction: '-' } }, { critics: { destruction: '-' } }],
    };
    const { prompts, state } = await runScripted({
      model: scenarioModel(scenario),
      workspace,
      onEvent: (event) => {
        if (event.type === 'start.snapshot') workspace.disk.set('docs/plan.md', 'typed\n');
      },
      decide: (prompt) => {
        const first = prompt.found[0]?.size === 6;
        if (first) workspace.disk.set('docs/plan.md', 'typed, and more\n');
        return { kind: 'take-run' };
      },
    });
    const shown = prompts.map((prompt) => prompt.found[0]).filter((file) => file !== undefined);
    assert.deepEqual(await Promise.all(shown.map((file) => workspace.text(file))), [
      'typed\n',
      'typed, and more\n',
    ]);
    assert.equal(state.ended?.outcome, 'success');
  });

  it('keeps theirs when they say so', async () => {
    assert.equal((await withEdit('keep-mine')).disk.get('docs/plan.md'), 'typed by the person\n');
  });

  it("takes the run's when they say so, and theirs can be had back", async () => {
    assert.equal((await withEdit('take-run')).disk.get('docs/plan.md'), planText('1'));
  });
});

describe('several Critics and answers', () => {
  it('matches an answer by its tag', async () => {
    const { state } = await play({
      lenses: ['destruction', 'security'],
      rounds: [
        { critics: { destruction: 'Ma', security: 'Hb' } },
        { critics: { destruction: '-', security: '-' }, implementor: '1[Destruction]:disputed' },
        { critics: { destruction: '-', security: '-' } },
      ],
    });
    assert.equal(state.ended?.outcome, 'success');
    assert.deepEqual(
      findingsOf(state, 1).map((one) => [one.lens, one.answer?.kind]),
      [
        ['Destruction', 'disputed'],
        ['Security', 'addressed'],
      ],
    );
  });

  it('shows what was left without an answer as unanswered', async () => {
    const { state } = await play({
      rounds: [
        { critics: { destruction: 'Ma Lb' } },
        { critics: { destruction: '-' }, implementor: '2:silent' },
        { critics: { destruction: '-' } },
      ],
    });
    assert.deepEqual(
      findingsOf(state, 1).map((one) => one.answer?.kind),
      ['addressed', 'unanswered'],
    );
  });
});

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { LiveCalls } from '../../src/cli/status-text';
import { RunView } from '../../src/cli/run-view';
import { Waits } from '../../src/cli/waits';
import { Terminal } from '../../src/cli/terminal';
import { evolve } from '../../src/engine/build-verify/state';
import type { RunState } from '../../src/engine';
import type { RunStep } from '../../src/engine/runner';
import { play } from '../support/scenario';

function streams(tty: boolean, env: Record<string, string> = {}) {
  const make = () => Object.assign(new PassThrough(), { isTTY: tty, columns: 60 });
  const [stdin, stdout, stderr] = [make(), make(), make()];
  const text = (): string => (stdout.read() as Buffer | null)?.toString('utf8') ?? '';
  return { terminal: new Terminal({ stdin, stdout, stderr, env }), text };
}

const estimate = {
  input: 20,
  output: 10,
  cacheCreation: 0,
  cacheRead: 0,
  estimated: true,
  cost: null,
};

async function history(): Promise<RunStep[]> {
  const { events } = await play({
    lenses: ['destruction', 'security'],
    baseline: { destruction: 'Ha Mb', security: '-' },
    rounds: [
      { critics: { destruction: 'Hc', security: 'Ld' }, implementor: '2[Destruction]:disputed' },
      { critics: { destruction: '-', security: '-' } },
      { critics: { destruction: '-', security: '-' } },
    ],
  });
  const steps: RunStep[] = [];
  for (const event of events)
    steps.push({ event, state: evolve(steps.at(-1)?.state ?? null, event) });
  return steps;
}

describe('a run on the terminal', () => {
  it('has a heading for each round once, with what came of it below', async () => {
    const { terminal, text } = streams(false);
    const view = new RunView(terminal, false, () => 0);
    for (const step of await history()) view.step(step);
    view.end();
    const shown = text();
    const heads = [...shown.matchAll(/^(?:Baseline audit|Round \d of \d)$/gm)].map(
      ([line]) => line,
    );
    assert.deepEqual(heads, ['Baseline audit', 'Round 1 of 5', 'Round 2 of 5', 'Round 3 of 5']);
    assert.match(shown, /Destruction {2}2 findings: 1 HIGH, 1 MEDIUM/);
    assert.match(shown, /drift from R1 fixes/);
    assert.ok(!shown.includes('\u001b'));
  });

  it('keeps every line within the terminal', async () => {
    const { terminal, text } = streams(true, { NO_COLOR: '1' });
    const view = new RunView(terminal, false, () => 0);
    for (const step of await history()) view.step(step);
    view.end();
    for (const line of text().split('\n')) assert.ok(line.length <= 60, line);
  });

  it('shows progress only after the events before it', async () => {
    const { terminal, text } = streams(false);
    const view = new RunView(terminal, false, () => 0);
    const [first, second, third] = await history();
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    view.step(first);
    view.progress({
      kind: 'call-started',
      role: 'implementor',
      round: 1,
      lens: null,
      attempt: 1,
      model: 'm',
    });
    view.step(second);
    assert.ok(!text().includes('Round 1 of 5'));
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(text(), /Round 1 of 5/);
    view.end();
  });
});

describe('progress that is ahead of the events', () => {
  it('waits for the event that is being made ready, and for those of its round', async () => {
    const { terminal, text } = streams(false);
    const view = new RunView(terminal, false, () => 0);
    const steps = await history();
    const critic = steps.find(({ event }) => event.type === 'call' && event.role === 'critic');
    assert.ok(steps[0] !== undefined && critic !== undefined);
    view.step(steps[0]);
    view.hold();
    const call = { kind: 'call-started', role: 'critic', attempt: 1, model: 'm' } as const;
    view.progress({ ...call, round: 0, lens: 'Destruction' });
    view.progress({ ...call, round: 1, lens: 'Destruction' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(!text().includes('Baseline audit'));
    view.step(critic);
    assert.match(text(), /Baseline audit\n[^]*findings/);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(text(), /^\nRound 1 of 5/);
    view.end();
  });
});

describe('waits of a run', () => {
  const waiting = (lens: string, why: string, seconds: number) =>
    ({
      kind: 'call-progress',
      role: 'critic',
      round: 0,
      lens,
      progress: { kind: 'waiting', why, seconds },
    }) as const;

  it('are said once each, with the host, and not a second at a time', async () => {
    const { terminal, text } = streams(false);
    const model = { host: 'api.example', estimated: false };
    const view = new RunView(terminal, false, () => 0, model);
    const [first] = await history();
    assert.ok(first !== undefined);
    view.step(first);
    text();
    for (const seconds of [2, 1, 0, 4, 3, 2])
      view.progress(waiting('Destruction', 'no connection', seconds));
    view.progress(waiting('Security', 'no connection', 5));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(
      text(),
      [2, 4]
        .map((seconds) => `  Waiting (api.example: no connection). Next try in ${seconds} s.\n`)
        .join(''),
    );
    assert.equal(view.waitingFor, 'no connection');
    view.end();
  });

  it('are known at the end where only events are shown', () => {
    const { terminal, text } = streams(false);
    const view = new RunView(terminal, true, () => 0);
    view.progress(waiting('Destruction', 'overloaded', 4));
    view.end();
    assert.equal(view.waitingFor, 'overloaded');
    assert.equal(text(), '');
  });

  it('are over when something comes, and known at the end when nothing did', () => {
    const waits = new Waits();
    waits.take(waiting('A', 'no connection', 3));
    waits.end('critic', 'A', true);
    assert.equal(waits.last, 'no connection');
    waits.take({ ...waiting('A', '', 0), progress: { kind: 'tool', name: 'view', path: null } });
    assert.equal(waits.last, null);
    waits.take(waiting('A', 'overloaded', 3));
    waits.end('critic', 'A', false);
    assert.equal(waits.last, null);
  });
});

describe('a replay on the terminal', () => {
  it('shows no times, which would be those of the replay, and says that estimates are such', async () => {
    const { terminal, text } = streams(false);
    const view = new RunView(terminal, false, () => 0);
    for (const { event, state } of await history()) {
      const step = event.type === 'call' ? { ...event, usage: estimate } : event;
      view.step({ event: step, state: { ...state, models: { Critics: 'recorded run: a' } } });
    }
    view.end();
    const shown = text();
    assert.ok(!/\d:\d\d/.test(shown), shown);
    assert.match(shown, /1 MEDIUM \(about 30 tokens\)/);
  });

  it('says so in the status line as well', async () => {
    const state = (await history())[0]?.state as RunState;
    const calls = new LiveCalls();
    const about = { round: 1, lens: null, role: 'implementor' } as const;
    calls.take({ kind: 'call-started', ...about, attempt: 1, model: 'm' }, 0);
    const progress = { kind: 'tokens', input: 20, output: 10, cost: null } as const;
    calls.take({ kind: 'call-progress', ...about, progress }, 0);
    assert.equal(
      calls.text({ ...state, models: { Critics: 'recorded run: a' } }, 1, 0, true),
      'Round 1 of 5 · Implementor · writes · about 30 tokens',
    );
  });
});

describe('the limits of a run', () => {
  it('name each budget, one second as one', async () => {
    const [first] = await history();
    assert.ok(first?.event.type === 'run.started');
    const budget = { tokens: 5000, cost: 2, seconds: 1 };
    const limits = (mode: 'loop' | 'audit'): string => {
      const { terminal, text } = streams(false);
      const view = new RunView(terminal, false, () => 0);
      assert.ok(first.event.type === 'run.started');
      const options = { ...first.event.options, mode, budget };
      view.step({ ...first, event: { ...first.event, options } });
      view.end();
      return /Limits +(.*)/.exec(text())?.[1] ?? '';
    };
    const budgets = 'at most 5.0k tokens, at most $2.00, at most 1 second';
    assert.match(limits('loop'), /^cap 5 rounds, .*end it, at most 5\.0k tokens/);
    assert.ok(limits('loop').endsWith(budgets));
    assert.equal(limits('audit'), budgets);
  });
});

describe('the status line', () => {
  it('names the phase, the file being read, tokens and time; and what is waited for', async () => {
    const state = (await history())[0]?.state as RunState;
    const calls = new LiveCalls();
    assert.equal(calls.text(state, 0, 0), null);
    const about = { round: 2, lens: null, role: 'implementor' } as const;
    calls.take({ kind: 'call-started', ...about, attempt: 1, model: 'm' }, 1_000);
    calls.take(
      { kind: 'call-progress', ...about, progress: { kind: 'tool', name: 'view', path: 'a\n.md' } },
      2_000,
    );
    calls.take(
      {
        kind: 'call-progress',
        ...about,
        progress: { kind: 'tokens', input: 1200, output: 34, cost: null },
      },
      2_000,
    );
    assert.equal(
      calls.text(state, 2, 63_000),
      'Round 2 of 5 · Implementor · view a␊.md · 1.2k tokens · 1:02',
    );
    calls.take(
      {
        kind: 'call-progress',
        ...about,
        progress: { kind: 'waiting', why: 'overloaded', seconds: 10 },
      },
      63_000,
    );
    assert.match(calls.text(state, 2, 66_000) ?? '', /waits: overloaded, again in 7 s/);
    calls.end('implementor', null);
    assert.equal(calls.text(state, 2, 66_000), null);
  });

  it('says how many Critics are at work', async () => {
    const state = (await history())[0]?.state as RunState;
    const calls = new LiveCalls();
    for (const lens of ['Destruction', 'Security']) {
      const about = { round: 1, lens, role: 'critic' } as const;
      calls.take({ kind: 'call-started', ...about, attempt: 1, model: 'm' }, 0);
    }
    assert.match(calls.text(state, 1, 0) ?? '', /Critics, 2 of 2 at work · Destruction thinks/);
    calls.end('critic', 'Destruction');
    assert.match(calls.text(state, 1, 0) ?? '', /Critics, 1 of 2 at work · thinks/);
  });
});

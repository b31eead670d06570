import assert from 'node:assert/strict';
import {
  findingsOf,
  foldRun,
  promptFor,
  reportText,
  type RunEvent,
  type RunState,
} from '../../src/engine';
import { projectRun, replyOf, type PanelInput } from '../../src/protocol/panel-view';
import { promptId } from '../../src/protocol/prompt-view';
import { endedCalls, foldProgress } from '../../src/protocol/progress-view';
import { parseToPanel, type CallView } from '../../src/protocol/to-panel';
import { choose, play, type Scenario } from '../support/scenario';

function input(state: RunState, change: Partial<PanelInput> = {}): PanelInput {
  return {
    state,
    prompt: state.ended === null ? promptFor(state) : null,
    findingsOf: (round) => findingsOf(state, round),
    report: state.ended === null ? null : reportText(state),
    live: false,
    readOnly: null,
    recorded: null,
    openRounds: new Set(),
    ...change,
  };
}

/** Two Critics, a drift, a dispute that is dismissed, and two clean rounds. */
const whole: Scenario = {
  options: { baseline: true, cap: 6 },
  lenses: ['destruction', 'security'],
  baseline: { destruction: 'Ha Mb', security: 'Lc' },
  rounds: [
    { critics: { destruction: 'Hd Mb', security: '-' } },
    { implementor: '1:disputed', critics: { destruction: 'Hd', security: '-' } },
    { critics: { destruction: '-', security: '-' } },
    { text: null, critics: { destruction: '-', security: '-' } },
  ],
  decisions: [choose.settle('dismiss', 'It is meant so.')],
};

describe('the panel view of a run', () => {
  let events: RunEvent[];
  let state: RunState;

  before(async () => {
    ({ events, state } = await play(whole));
  });

  it('parses as a message at every event, with the phase that comes next', () => {
    const phases: string[] = [];
    for (let count = 1; count <= events.length; count += 1) {
      const at = foldRun(events.slice(0, count));
      const view = projectRun(input(at, { live: true }));
      const message = parseToPanel({ type: 'state', revision: count, view: structuredClone(view) });
      assert.ok(!('error' in message), `event ${count}: ${JSON.stringify(message)}`);
      const phase = view.phase === null ? 'ended' : `${view.phase.kind} ${view.phase.round}`;
      if (phases.at(-1) !== phase) phases.push(phase);
    }
    assert.deepEqual(
      phases.filter((phase) => !phase.startsWith('between')),
      [
        'critics 0',
        'implementor 1',
        'critics 1',
        'implementor 2',
        'critics 2',
        'waiting 2',
        'implementor 3',
        'critics 3',
        'implementor 4',
        'critics 4',
        'ended',
      ],
    );
  });

  it('is the same for the same events', () => {
    assert.deepEqual(projectRun(input(foldRun(events))), projectRun(input(foldRun(events))));
  });

  it('sends the findings of the two newest rounds, and of those that were asked for', () => {
    const asked: number[] = [];
    const spying = (openRounds: number[]): PanelInput =>
      input(state, {
        openRounds: new Set(openRounds),
        findingsOf: (round) => {
          asked.push(round);
          return findingsOf(state, round);
        },
      });
    const view = projectRun(spying([]));
    assert.deepEqual(asked, [3, 4]);
    assert.deepEqual(
      view.rounds.map((round) => round.findings === null),
      [true, true, true, false, false],
    );
    const more = projectRun(spying([0]));
    assert.equal(more.rounds[0]?.findings?.length, 3);
    assert.equal(more.rounds[0].total, 3);
  });

  it('keeps texts whole, sorts by severity, and marks changed and old text', () => {
    const view = projectRun(input(state, { openRounds: new Set([0, 1, 2]) }));
    const [baseline, first, second] = view.rounds;
    assert.deepEqual(
      baseline?.findings?.map((one) => [one.severity, one.lens, one.text]),
      [
        ['HIGH', 'Destruction', null],
        ['MEDIUM', 'Destruction', null],
        ['LOW', 'Security', null],
      ],
    );
    const high = first?.findings?.[0];
    assert.equal(high?.issue, 'wording 1 of case d');
    assert.equal(high.evidence, '"Part d: the text that leaves case d out."');
    assert.equal(high.acText, 'Each part names its cases');
    assert.equal(high.answer?.kind, 'disputed');
    assert.match(high.answer.text, /Disputed — it is right as it stands/);
    assert.deepEqual(high.place, {
      result: 'located',
      path: 'docs/plan.md',
      from: 6,
      to: 6,
      others: 0,
    });
    assert.equal(high.text, 'old');
    assert.equal(first?.drift?.from, 1);
    assert.equal(second?.implementor.answers.disputed, 1);
    assert.equal(second.implementor.givenBy, 1);
  });

  it('says how it ended, what can be gone on with and what can be undone', () => {
    const view = projectRun(input(state));
    assert.equal(view.ended?.outcome, 'success');
    assert.equal(view.ended.report, reportText(state));
    assert.equal(view.ended.resumable, false);
    assert.equal(view.changed, true);
    assert.equal(view.restored, null);
    assert.equal(view.executed, 4);
    assert.equal(view.rounds.at(-1)?.implementor.revision, 'no-change');
    assert.equal(view.rounds.at(-1)?.comparable, false);
    assert.deepEqual(
      view.rounds.map((round) => round.restorable),
      [true, true, true, false, false],
      'the last two rounds audited the text as it is now',
    );
    assert.deepEqual(
      view.decisions.map(({ choice, words }) => [choice, words]),
      [['settle', 'It is meant so.']],
    );
  });

  it('shows a run that nobody drives as interrupted, one of another process as read-only', () => {
    const cut = events.findIndex((event) => event.type === 'call' && event.round === 1) + 1;
    const at = foldRun(events.slice(0, cut));
    assert.deepEqual(projectRun(input(at)).interrupted, {
      round: 1,
      phase: projectRun(input(at)).phase?.kind,
      by: null,
    });
    const watched = projectRun(input(at, { readOnly: { owner: 'process 7' } }));
    assert.equal(watched.interrupted, null);
    assert.deepEqual(watched.readOnly, { owner: 'process 7' });
    assert.equal(projectRun(input(at, { live: true })).interrupted, null);
  });

  it('names a prompt by its kind, round and place among the decisions', () => {
    const cut = events.findIndex((event) => event.type === 'decision');
    const at = foldRun(events.slice(0, cut));
    const prompt = promptFor(at);
    assert.ok(prompt);
    assert.equal(promptId(at, prompt), 'disagreement/r2/0');
    const view = projectRun(input(at));
    assert.equal(view.prompt?.id, 'disagreement/r2/0');
    assert.equal(view.prompt.findings[0]?.answer?.kind, 'disputed');
    assert.deepEqual(view.phase, { kind: 'waiting', round: 2, lenses: [] });
    assert.equal(view.interrupted, null, 'it can be answered: nothing is left to resume first');
    const unknown = projectRun(input(at, { prompt: null }));
    assert.equal(unknown.interrupted?.phase, 'waiting');
  });

  it('says that the file is not what the run made of it, until that is undone', () => {
    const last = events.at(-1);
    const [start] = state.revisions;
    const made = state.revisions.at(-1);
    assert.ok(last && start && made);
    const put = (files: typeof start.files, seq: number): RunEvent => ({
      v: 1,
      seq,
      at: last.at,
      type: 'revision',
      round: 4,
      origin: 'restore',
      files: [...files],
      changed: true,
      restoredRound: null,
      replaced: null,
    });
    assert.equal(projectRun(input(state)).ended?.putBack, null);
    const back = [...events, put(start.files, last.seq + 1)];
    const put0 = projectRun(input(foldRun(back)));
    assert.deepEqual(put0.ended?.putBack, { round: 0 });
    assert.deepEqual(put0.restored, { round: 0 });
    const undone = projectRun(input(foldRun([...back, put(made.files, last.seq + 2)])));
    assert.equal(undone.ended?.putBack, null);
    assert.equal(undone.restored, null, 'the file is as the run left it: nothing to undo');
    assert.equal(undone.changed, true);
    const again = [...back, put(made.files, last.seq + 2), put(start.files, last.seq + 3)];
    assert.deepEqual(projectRun(input(foldRun(again))).ended?.putBack, { round: 0 });
  });

  it('says about where the service reported no figures', () => {
    assert.equal(projectRun(input(state)).spent.estimated, false);
    const estimated = {
      input: 1,
      output: 1,
      cacheCreation: 0,
      cacheRead: 0,
      cost: null,
      estimated: true,
    };
    const counted = events.map((event) =>
      event.type === 'call' ? { ...event, usage: estimated } : event,
    );
    assert.equal(projectRun(input(foldRun(counted))).spent.estimated, true);
  });

  it('shows the model that a retry goes on with, and offers models only with a retry', async () => {
    const played = await play({
      rounds: [
        { critics: { destruction: ['prose', 'prose', '-'] } },
        { critics: { destruction: '-' } },
      ],
      decisions: [() => ({ kind: 'retry', model: 'other-1' })],
    });
    const models = [{ id: 'other-1', label: 'Other', detail: '' }];
    const cut = played.events.findIndex((event) => event.type === 'decision');
    const asked = projectRun(input(foldRun(played.events.slice(0, cut)), { models }));
    assert.equal(asked.prompt?.kind, 'incomplete');
    assert.deepEqual(asked.prompt.models, models);
    const view = projectRun(input(played.state, { models }));
    assert.ok(view.models.length > 0);
    assert.ok(view.models.every(({ name }) => name.endsWith(': other-1')));
    assert.equal(view.decisions[0]?.words, 'other-1');
    const dispute = events.findIndex((event) => event.type === 'decision');
    const other = projectRun(input(foldRun(events.slice(0, dispute)), { models }));
    assert.deepEqual(other.prompt?.models, []);
  });

  it('gives a raw reply word for word, and nothing for one that is not there', () => {
    const call = events.find((event) => event.type === 'call' && event.role === 'critic');
    assert.ok(call?.type === 'call');
    assert.deepEqual(replyOf(state, { round: 0, lens: call.lens, attempt: 1 }), {
      text: call.reply,
      outcome: 'ok',
    });
    assert.equal(replyOf(state, { round: 0, lens: call.lens, attempt: 2 }), null);
    assert.equal(replyOf(state, { round: 9, lens: null, attempt: 1 }), null);
  });
});

describe('the calls that run', () => {
  const started = { kind: 'call-started', role: 'critic', round: 1, attempt: 1 } as const;
  const two = ['A', 'B'].reduce<readonly CallView[]>(
    (calls, lens) => foldProgress(calls, { ...started, lens, model: 'm' }, 1000),
    [],
  );

  it('are kept by role, round and lens, with running totals', () => {
    const next = foldProgress(
      two,
      {
        kind: 'call-progress',
        role: 'critic',
        round: 1,
        lens: 'B',
        progress: { kind: 'tokens', input: 10, output: 2, cost: null },
      },
      2000,
    );
    assert.deepEqual(
      next.map((call) => [call.lens, call.inputTokens, call.startedAt]),
      [
        ['A', 0, 1000],
        ['B', 10, 1000],
      ],
    );
  });

  it('count down to a time, until something else is heard', () => {
    const heard = (progress: Parameters<typeof foldProgress>[1]) =>
      foldProgress(two, progress, 5000);
    const base = { kind: 'call-progress', role: 'critic', round: 1, lens: 'A' } as const;
    const waiting = heard({
      ...base,
      progress: { kind: 'waiting', why: 'busy', seconds: 12 },
    });
    assert.deepEqual(waiting[0]?.waiting, { why: 'busy', until: 17_000 });
    const read = foldProgress(
      waiting,
      { ...base, progress: { kind: 'tool', name: 'view', path: 'a.md' } },
      6000,
    );
    assert.equal(read[0]?.waiting, null);
    assert.deepEqual(read[0].tool, { name: 'view', path: 'a.md' });
  });

  it('end with their event, and all with the run', () => {
    const end = { v: 1, seq: 1, at: '2026-01-01T00:00:00.000Z' } as const;
    const left = endedCalls(two, {
      ...end,
      type: 'run.ended',
      outcome: 'escalated: stopped',
      row: 9,
      why: '',
    });
    assert.deepEqual(left, []);
    assert.equal(
      foldProgress(two, { kind: 'prompt-shown', prompt: {} as never }, 0),
      two,
      'nothing changed',
    );
  });
});

import assert from 'node:assert/strict';
import type { DecisionPrompt } from '../../src/engine/build-verify/decisions';
import type { Choice } from '../../src/engine/build-verify/events';
import type { RunState } from '../../src/engine/build-verify/run-state';
import { declinedWords } from '../../src/host/declined-words';
import { LiveRun, type DriveRun, type LiveRunInit } from '../../src/host/live-run';
import { FolderBusyError, RunService, type RunNews } from '../../src/host/run-service';
import { english } from '../../src/util/translate';

const prompt: DecisionPrompt = {
  kind: 'cap',
  row: 8,
  round: 5,
  offers: (['raise-cap', 'accept', 'stop'] as const).map((kind) => ({
    kind,
    raisesCap: false,
    needsBudget: false,
  })),
  findings: [],
  reasons: [],
  before: [],
  restorable: [],
  found: [],
  spent: null,
  cap: 5,
};

const state = { runId: 'a', decisions: [], ended: null } as unknown as RunState;

function liveRun(change: Partial<LiveRunInit> = {}): LiveRun {
  return new LiveRun({
    root: 'file:///a',
    recorded: null,
    past: null,
    answer: null,
    beforeChoice: () => Promise.resolve(),
    recordedChoice: null,
    now: () => 0,
    ...change,
  });
}

/** A drive that asks once and keeps what it was told. */
function asksOnce(answers: (Choice | null)[]): DriveRun {
  return async function* (controls) {
    yield { event: { type: 'notice', code: '', text: '', v: 1, seq: 0, at: '' }, state };
    answers.push(await controls.decider.decide(prompt, controls.signal));
    return state;
  };
}

/** Resolves at the next shown or withdrawn prompt. */
function nextPrompt(run: LiveRun): Promise<void> {
  return new Promise((resolve) => {
    const listening = run.onDidChange((change) => {
      if (change.kind !== 'prompt') return;
      listening.dispose();
      resolve();
    });
  });
}

describe('a run of this window', () => {
  it('takes the answer to the prompt that waits, and no other', async () => {
    const answers: (Choice | null)[] = [];
    const run = liveRun();
    const shown = nextPrompt(run);
    const done = run.drive(asksOnce(answers));
    await shown;
    assert.equal(run.waiting?.id, 'cap/r5/0');
    assert.equal(await run.decide('cap/r4/0', { kind: 'accept' }), 'late');
    assert.equal(await run.decide('cap/r5/0', { kind: 'go-on' }), 'unfit');
    assert.deepEqual(answers, []);
    assert.equal(await run.decide('cap/r5/0', { kind: 'accept' }), 'taken');
    await done;
    assert.deepEqual(answers, [{ kind: 'accept' }]);
    assert.equal(await run.decide('cap/r5/0', { kind: 'stop' }), 'late');
  });

  it('withdraws the prompt on Stop', async () => {
    const answers: (Choice | null)[] = [];
    const run = liveRun();
    const shown = nextPrompt(run);
    const done = run.drive(asksOnce(answers));
    await shown;
    run.stop();
    await done;
    assert.deepEqual(answers, [null]);
    assert.equal(run.waiting, null);
  });

  it('uses an answer given before it was taken up again, for that very prompt only', async () => {
    const answers: (Choice | null)[] = [];
    const choice = { kind: 'raise-cap', by: 2 } as const;
    await liveRun({ answer: { promptId: 'cap/r5/0', choice } }).drive(asksOnce(answers));
    assert.deepEqual(answers, [choice]);

    const other = liveRun({ answer: { promptId: 'cap/r5/1', choice } });
    const shown = nextPrompt(other);
    const done = other.drive(asksOnce(answers));
    await shown;
    assert.equal(answers.length, 1);
    other.stop();
    await done;
  });

  it('keeps the prompt when what must come before the choice fails', async () => {
    const answers: (Choice | null)[] = [];
    const run = liveRun({ beforeChoice: () => Promise.reject(new Error('full')) });
    const shown = nextPrompt(run);
    const done = run.drive(asksOnce(answers));
    await shown;
    await assert.rejects(run.decide('cap/r5/0', { kind: 'accept' }), /full/);
    assert.equal(run.waiting?.id, 'cap/r5/0');
    run.stop();
    await done;
  });

  it('knows the answer a recording gave', async () => {
    const run = liveRun({ recorded: 'sample', recordedChoice: () => ({ kind: 'accept' }) });
    const shown = nextPrompt(run);
    const done = run.drive(asksOnce([]));
    await shown;
    assert.deepEqual(run.recordedAnswer, { kind: 'accept' });
    run.stop();
    await done;
    assert.equal(run.recordedAnswer, null);
  });

  it('declines another answer than the recorded one, and goes on asking', async () => {
    const answers: (Choice | null)[] = [];
    const recorded: Choice = { kind: 'raise-cap', by: 2 };
    const run = liveRun({ recorded: 'sample', recordedChoice: () => recorded });
    const shown = nextPrompt(run);
    const done = run.drive(asksOnce(answers));
    await shown;
    assert.equal(await run.decide('cap/r5/0', { kind: 'accept' }), 'declined');
    assert.equal(await run.decide('cap/r5/0', { kind: 'raise-cap', by: 3 }), 'declined');
    assert.equal(run.waiting?.id, 'cap/r5/0');
    assert.deepEqual(run.recordedAnswer, recorded);
    assert.deepEqual(answers, []);
    assert.match(
      declinedWords(run.recordedAnswer, run.waiting.prompt, english),
      /recorded: Raise the Cap \(\+2\)\. Answer as Recorded, or Stop\.$/,
    );
    assert.equal(await run.decide('cap/r5/0', { kind: 'raise-cap', by: 2 }), 'taken');
    await done;
    assert.deepEqual(answers, [recorded]);
    assert.equal(await run.decide('cap/r5/0', recorded), 'late', 'a notification clicked later');
  });

  it('stops a recorded run at any decision', async () => {
    const answers: (Choice | null)[] = [];
    const run = liveRun({ recorded: 'sample', recordedChoice: () => ({ kind: 'accept' }) });
    const shown = nextPrompt(run);
    const done = run.drive(asksOnce(answers));
    await shown;
    assert.equal(await run.decide('cap/r5/0', { kind: 'stop' }), 'taken');
    await done;
    assert.deepEqual(answers, [{ kind: 'stop' }]);
  });
});

describe('the runs of a window', () => {
  it('are one a folder, and tell their beginning and their end', async () => {
    const service = new RunService((error) => {
      throw error;
    });
    const news: RunNews['change']['kind'][] = [];
    service.onDidChange(({ change }) => news.push(change.kind));
    const run = liveRun();
    const shown = nextPrompt(run);
    const done = service.drive(run, asksOnce([]));
    await shown;
    assert.equal(service.inFolder('file:///a'), run);
    assert.equal(service.find('a'), run);
    assert.equal(await service.isFree('file:///a'), false);
    assert.throws(() => service.drive(liveRun(), asksOnce([])), FolderBusyError);
    const elsewhere = liveRun({ root: 'file:///b' });
    const second = service.drive(elsewhere, asksOnce([]));
    assert.equal(service.runs.length, 2);
    run.stop();
    elsewhere.stop();
    await Promise.all([done, second]);
    assert.deepEqual(service.runs, []);
    assert.equal(await service.isFree('file:///a'), true);
    assert.equal(news.filter((kind) => kind === 'started').length, 2);
    assert.equal(news.filter((kind) => kind === 'finished').length, 2);
  });

  it('free the folder when the session gives up, and say why', async () => {
    const service = new RunService(() => undefined);
    let told: unknown = null;
    service.onDidChange(({ change }) => {
      if (change.kind === 'failed') told = change.error;
    });
    const full = new Error('full');
    const fails: DriveRun = async function* () {
      yield await Promise.reject(full);
      return state;
    };
    assert.equal(await service.drive(liveRun(), fails), null);
    assert.equal(told, full);
    assert.equal(service.inFolder('file:///a'), null);
  });
});

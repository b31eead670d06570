import assert from 'node:assert/strict';
import {
  type Choice,
  type ModelRequest,
  prepareRun,
  type RunEvent,
  runLoop,
} from '../../src/engine';
import { renderBrief } from '../../src/engine/brief';
import { sha256 } from '../../src/engine/hash';
import { promptVersion } from '../../src/engine/roles';
import { recordedDecisions, recordedModel } from '../../src/models/recorded';
import { recordedLenses, withRecordedCritics } from '../../src/models/recorded-lenses';
import { recordRun, startingFiles } from '../../src/models/recorder';
import { parseRecording, type Recording, recordingText } from '../../src/models/recording';
import { roleOf, systemText, textOf } from '../support/anthropic-double/turn';
import { baselineReply, runConversations, runFiles, secondReply } from '../support/double-run';
import { ManualClock } from '../support/manual-clock';
import { MemoryWorkspace } from '../support/memory-workspace';
import { doubleModel, modelRequest, type DoubleSetup, withDouble } from '../support/model-call';
import { MemoryJournal, runScripted, startOf } from '../support/run-scripted';

const never = new AbortController().signal;
const quiet = (): void => undefined;

/** Dismisses what was disputed, as a person would. */
function dismiss(prompt: { kind: string; findings: readonly { key: string }[] }): Choice | null {
  if (prompt.kind !== 'disagreement') return null;
  return {
    kind: 'settle',
    answers: prompt.findings.map(({ key }) => ({ key, answer: 'dismiss', words: 'It is there.' })),
  };
}

async function liveRun(setup: DoubleSetup) {
  const workspace = new MemoryWorkspace(runFiles);
  const run = await runScripted({
    start: startOf({ baseline: true }),
    model: doubleModel(setup),
    workspace,
    decide: dismiss,
  });
  const files = await startingFiles(run.events, workspace);
  const meta = { title: 'plan', madeBy: 'made by a test', home: null };
  return { ...run, workspace, recording: recordRun(run.events, files, meta) };
}

let live: Awaited<ReturnType<typeof liveRun>>;
let bodies: DoubleSetup['double']['bodies'];

before(async () => {
  await withDouble(runConversations, async (setup) => {
    live = await liveRun(setup);
    bodies = setup.double.bodies;
  });
});

/** Replays a recording in a workspace of its own. */
async function replay(recording: Recording, files: Readonly<Record<string, string>> = runFiles) {
  const clock = new ManualClock();
  const notices: string[] = [];
  const journal = new MemoryJournal();
  const workspace = new MemoryWorkspace(files);
  const model = recordedModel(recording, {
    clock,
    promptVersion,
    notice: (code) => notices.push(code),
  });
  const loop = runLoop({
    ports: {
      modelFor: () => model,
      workspace,
      journal,
      clock,
      decider: recordedDecisions(recording, { clock }),
    },
    past: [],
    start: startOf({ baseline: true }),
    progress: quiet,
    signal: never,
  });
  for (;;) {
    const step = await loop.next();
    if (step.done === true)
      return { events: journal.events, state: step.value, notices, workspace };
  }
}

/** An event without what two runs may differ in: times, and the names of what they ran on. */
function essence(event: RunEvent): unknown {
  const times = ['at', 'duration'];
  return Object.fromEntries(Object.entries(event).filter(([key]) => !times.includes(key)));
}

describe('a whole run against the double', () => {
  it('goes over a dispute and two clean rounds to success', () => {
    assert.equal(live.state.ended?.outcome, 'success');
    assert.equal(live.state.rounds.length, 4);
    assert.equal(live.state.rounds[1]?.drift?.high, 1, 'the fixes of round 1 brought a new HIGH');
    assert.match(
      live.workspace.disk.get('docs/plan.md') ?? '',
      /now names case a[\s\S]*now names case c/,
    );
    assert.deepEqual(
      live.state.decisions.map(({ prompt }) => prompt),
      ['disagreement'],
    );
  });

  it('isolates: role prompts byte-identical, findings verbatim, no Implementor word to a Critic', () => {
    const opening = bodies.filter((body) => body.messages.length === 1);
    const of = (role: string) => opening.filter((body) => roleOf(body) === role);
    for (const role of ['critic', 'implementor']) {
      const systems = new Set(of(role).map((body) => JSON.stringify([body.system, body.tools])));
      assert.equal(systems.size, 1, role);
    }
    const [first, second] = of('implementor').map((body) =>
      textOf(body.messages[0]?.content ?? ''),
    );
    assert.ok(first?.endsWith(baselineReply));
    assert.ok(second?.endsWith(secondReply));
    const cachedParts = of('critic').map((body) => {
      const content = body.messages[0]?.content;
      assert.ok(Array.isArray(content) && content.length === 1);
      return content[0]?.text ?? '';
    });
    // The dismissal made a new baseline: one text before it, one after it, the same in every spawn.
    assert.equal(new Set(cachedParts).size, 2);
    for (const body of bodies.filter((one) => roleOf(one) === 'critic')) {
      const everything = JSON.stringify([systemText(body), body.messages]);
      for (const word of ['Addressed', 'RESPONSES', 'DONE —', 'the plan says it elsewhere']) {
        assert.ok(!everything.includes(word), word);
      }
      assert.ok(!/round/i.test(cachedParts.join()), 'no round is named');
    }
  });
});

describe('a recording', () => {
  it('survives its file', () => {
    const text = recordingText(live.recording);
    assert.deepEqual(parseRecording(text), live.recording);
    assert.deepEqual(parseRecording(`\uFEFF${text}`), live.recording);
    assert.equal(live.recording.files[0]?.text, runFiles['docs/plan.md']);
    assert.deepEqual(live.recording.lenses, ['destruction']);
    assert.equal(live.recording.outcome, 'success');
  });

  it('replays to the same events as the live run', async () => {
    const again = await replay(live.recording);
    assert.deepEqual(again.events.map(essence), live.events.map(essence));
    assert.deepEqual([...again.workspace.disk], [...live.workspace.disk]);
    assert.deepEqual(again.notices, []);
  });

  it('names other versions, other files and damage', () => {
    const error = (text: string): string => {
      const parsed = parseRecording(text);
      assert.ok('error' in parsed);
      return parsed.error;
    };
    assert.match(error('nothing'), /not JSON/);
    assert.match(error('{"version":1}'), /not a recording/);
    assert.match(error('[]'), /not a recording/);
    assert.match(
      error(JSON.stringify({ ...live.recording, version: 2 })),
      /has version 2; this program reads version 1/,
    );
    assert.match(error(JSON.stringify({ ...live.recording, calls: 'none' })), /damaged.*calls/s);
    assert.match(error(JSON.stringify({ ...live.recording, extra: 1 })), /damaged.*extra/s);
  });

  it('holds neither keys nor home paths, and is matched by the brief it holds then', () => {
    const events = JSON.parse(
      JSON.stringify(live.events)
        .replaceAll('Make the plan complete', 'See /home/somebody/plan, sk-ant-api03-abcdefgh1234')
        .replaceAll('the plan says it elsewhere', 'it is in /home/somebody/x.md'),
    ) as RunEvent[];
    const recording = recordRun(events, [], { title: 't', madeBy: 'm', home: '/home/somebody' });
    const written = recordingText(recording);
    assert.ok(!written.includes('somebody'));
    assert.ok(!written.includes('abcdefgh1234'));
    assert.equal(recording.brief.task, 'See ~/plan, [key removed]');
    assert.equal(recording.calls[0]?.briefHash, sha256(renderBrief(recording.brief, [])));
  });

  it('is replayed with the role prompt of a lens that only its person has', () => {
    const own = { lens: 'Accessibility', system: 'You are a Critic who uses a keyboard.' };
    const recording: Recording = { ...live.recording, lenses: [own.lens], critics: [own] };
    const start = prepareRun({
      runId: 'r',
      brief: recording.brief,
      options: recording.options,
      lenses: recordedLenses(recording),
      perspective: null,
      models: {},
      program: 'test',
    });
    assert.deepEqual(withRecordedCritics(start, recording).critics, [own]);
  });

  it('leaves out cancelled calls', () => {
    const events = live.events.map((event) =>
      event.type === 'call' && event.round === 0
        ? { ...event, outcome: { kind: 'cancelled' as const } }
        : event,
    );
    const recording = recordRun(events, [], { title: 't', madeBy: 'm', home: null });
    assert.equal(recording.calls.length, live.recording.calls.length - 1);
  });
});

describe('a recorded model', () => {
  const clock = new ManualClock();

  function firstRequest(over: Partial<ModelRequest> = {}): ModelRequest {
    const [call] = live.recording.calls;
    assert.ok(call !== undefined);
    const { role, lens, round, attempt, briefHash } = call;
    return modelRequest({ role, lens, round, attempt, briefHash, ...over });
  }

  async function answer(
    over: Partial<ModelRequest>,
    recording = live.recording,
    files: Readonly<Record<string, string>> = runFiles,
  ) {
    const notices: string[] = [];
    const model = recordedModel(recording, {
      clock,
      promptVersion,
      notice: (code) => notices.push(code),
    });
    const workspace = new MemoryWorkspace(files);
    const view = workspace.view(await workspace.snapshot(Object.keys(files)));
    const result = await model.run(firstRequest(over), { kind: 'read', view }, never, quiet);
    return { result, notices, model };
  }

  it('is named as a recorded run and sends nothing anywhere', async () => {
    const { model } = await answer({});
    assert.equal(model.name, 'recorded run: plan');
    assert.equal(model.host, null);
  });

  for (const [what, over, why] of [
    ['another brief', { briefHash: 'f'.repeat(64) }, /the brief is not the recorded one at Critic/],
    ['another round', { round: 9 }, /no Critic \(.+\), round 9.*in rounds 0, 1, 2, 3/],
    ['another lens', { lens: 'Security' }, /no Critic \(Security\).*its lenses are: /],
    ['another attempt', { attempt: 2 }, /attempt 1, but only 1 attempts/],
    ['another role', { role: 'judge-repeat', lens: null }, /no equivalence judge/],
  ] as const) {
    it(`refuses ${what} and says what differs`, async () => {
      const { result } = await answer(over);
      assert.ok(result.outcome.kind === 'failed' && result.outcome.reason === 'mismatch');
      assert.match(result.outcome.why, /^The recorded run "plan" does not fit: /);
      assert.match(result.outcome.why, why);
      assert.equal(result.reply, '');
    });
  }

  it('refuses another starting text', async () => {
    const { result } = await answer({}, live.recording, { 'docs/plan.md': 'another plan\n' });
    assert.ok(result.outcome.kind === 'failed' && result.outcome.reason === 'mismatch');
    assert.match(result.outcome.why, /docs\/plan\.md is not as it was/);
  });

  it('tells another prompt version once and goes on', async () => {
    const { result, notices } = await answer({}, { ...live.recording, promptVersion: 'old' });
    assert.deepEqual(result.outcome, { kind: 'ok' });
    assert.equal(result.reply, baselineReply);
    assert.deepEqual(notices, ['prompt-version']);
  });

  it('tells a prompt that is another one under the same version', async () => {
    const { notices } = await answer({ system: 'You are somebody else.' });
    assert.deepEqual(notices, ['prompt-differs']);
  });

  it('fails when a recorded edit does not work, and when the text comes out different', async () => {
    const changed = structuredClone(live.recording);
    const call = changed.calls.find(({ role }) => role === 'implementor');
    const edit = call?.toolCalls.find(({ name }) => name === 'replace_text');
    assert.ok(edit !== undefined);
    edit.input.old_text = 'nowhere to be found';
    const one = await replay(changed);
    const failed = one.events.flatMap((event) =>
      event.type === 'call' && event.outcome.kind === 'failed' ? [event.outcome.why] : [],
    );
    assert.match(failed[0] ?? '', /replace_text does not work here: old_text stands nowhere/);
    assert.equal(one.state.ended?.outcome, 'escalated: model failure');
    assert.deepEqual([...one.workspace.disk], Object.entries(runFiles));

    edit.input.old_text = 'Part a: the text that leaves case a out.';
    edit.input.new_text = 'another text';
    const other = await replay(changed);
    assert.match(JSON.stringify(other.events), /came out different from the recorded text/);
  });

  it('shows the reply coming in and can be stopped', async () => {
    const waiting = new ManualClock(0);
    const stop = new AbortController();
    const model = recordedModel(live.recording, { clock: waiting, promptVersion, pace: 50 });
    const workspace = new MemoryWorkspace(runFiles);
    const view = workspace.view(await workspace.snapshot(Object.keys(runFiles)));
    const outputs: number[] = [];
    const run = model.run(firstRequest(), { kind: 'read', view }, stop.signal, (progress) => {
      if (progress.kind === 'tokens') outputs.push(progress.output);
      if (outputs.length === 2) stop.abort();
    });
    const state = { over: false };
    void run.then(() => {
      state.over = true;
    });
    for (let turn = 0; turn < 500 && !stop.signal.aborted; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      waiting.advance(50);
    }
    const result = await run;
    assert.deepEqual(result.outcome, { kind: 'cancelled' });
    assert.ok(baselineReply.startsWith(result.reply) && result.reply.length < baselineReply.length);
  });

  it('waits nowhere at pace 0', async () => {
    const never0 = new ManualClock(-1);
    const model = recordedModel(live.recording, { clock: never0, promptVersion, pace: 0 });
    const workspace = new MemoryWorkspace(runFiles);
    const view = workspace.view(await workspace.snapshot(Object.keys(runFiles)));
    const result = await model.run(firstRequest(), { kind: 'read', view }, never, quiet);
    assert.equal(result.reply, baselineReply);
    assert.deepEqual(never0.waits, []);
  });

  it('answers only prompts that its person answered', async () => {
    const decider = recordedDecisions(live.recording, { clock, pace: 0 });
    const prompt = (kind: 'cap' | 'disagreement', round: number) => ({
      kind,
      row: null,
      round,
      offers: [],
      findings: [],
      reasons: [],
      before: [],
      restorable: [],
      found: [],
      spent: null,
      cap: 5,
    });
    assert.equal(await decider.decide(prompt('cap', 1), never), null);
    assert.equal((await decider.decide(prompt('disagreement', 1), never))?.kind, 'settle');
    assert.equal(await decider.decide(prompt('disagreement', 1), never), null);
  });
});

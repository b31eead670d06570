import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import type { Choice, DecisionPrompt, FileRef, RunEvent, RunState } from '../../src/engine';
import { readJournal } from '../../src/node/journal-file';
import { RunStore } from '../../src/node/run-store';
import {
  restoreRevision,
  resumeSession,
  startSession,
  type SessionInit,
} from '../../src/node/session';
import { comparableEvents } from '../support/comparable-events';
import { FullDisk } from '../support/full-disk';
import { startOf } from '../support/run-scripted';
import { choose, planText, scenarioModel, type Scenario } from '../support/scenario';
import { ScriptedModel } from '../support/scripted-model';
import { TempFolder } from '../support/temp-folder';

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

/** Three findings, a fix, two clean rounds. */
const scenario: Scenario = {
  baseline: { destruction: 'Ha Lb' },
  rounds: [
    { critics: { destruction: 'Hc' } },
    { critics: { destruction: '-' } },
    { critics: { destruction: '-' }, text: null },
  ],
};

describe('session', () => {
  let temp: TempFolder;
  let store: RunStore;

  beforeEach(() => {
    temp = new TempFolder({ 'docs/plan.md': crlf(planText('0')) });
    store = new RunStore(temp.path);
  });

  afterEach(() => {
    temp.remove();
  });

  const read = (): string => readFileSync(temp.at('docs/plan.md'), 'utf8');
  const journal = async (): Promise<readonly RunEvent[]> =>
    (await readJournal(temp.at('.bvl/runs/run-1/events.jsonl'))).events;

  function init(
    script: Scenario = scenario,
    decide: (prompt: DecisionPrompt) => Choice | null = () => null,
    signal = new AbortController().signal,
  ): SessionInit {
    const model = scenarioModel(script);
    return {
      store,
      modelFor: () => model,
      decider: { decide: (prompt) => Promise.resolve(decide(prompt)) },
      progress: () => undefined,
      signal,
    };
  }

  async function finish(
    run: ReturnType<typeof startSession>,
    onEvent: (event: RunEvent) => void = () => undefined,
  ): Promise<RunState> {
    for (;;) {
      const step = await run.next();
      if (step.done === true) return step.value;
      onEvent(step.value.event);
    }
  }

  const start = (): ReturnType<typeof startOf> => startOf({ baseline: true });

  it('runs to its end: file, journal, report, and nothing left over', async () => {
    const shown: RunEvent[] = [];
    const state = await finish(startSession(init(), start()), (event) => {
      // On disk before it is shown.
      const lines = readFileSync(temp.at('.bvl/runs/run-1/events.jsonl'), 'utf8').split('\n');
      assert.equal(lines[event.seq], JSON.stringify(event));
      shown.push(event);
    });
    assert.equal(state.ended?.outcome, 'success');
    assert.equal(read(), crlf(planText('2')));
    assert.deepEqual(await journal(), shown);
    const folder = temp.at('.bvl/runs/run-1');
    assert.deepEqual(readdirSync(folder).sort(), [
      'events.jsonl',
      'report.json',
      'report.md',
      'snapshots',
    ]);
    assert.match(readFileSync(`${folder}/report.md`, 'utf8'), /Outcome: success/);
    assert.doesNotThrow(() => JSON.parse(readFileSync(`${folder}/report.json`, 'utf8')) as unknown);
    assert.equal((await store.list())[0]?.outcome, 'success');
    assert.deepEqual(readdirSync(temp.path).sort(), ['.bvl', 'docs']);
    assert.deepEqual(readdirSync(temp.at('docs')), ['plan.md']);
  });

  it('takes home paths and keys out of the report, not out of the journal', async () => {
    const secret = `${os.homedir()}/notes and sk-ant-0123456789abcdef`;
    const base = start();
    const state = await finish(
      startSession(init(), { ...base, brief: { ...base.brief, context: secret } }),
    );
    assert.equal(state.brief.brief.context, secret);
    for (const name of ['report.md', 'report.json']) {
      const text = readFileSync(temp.at('.bvl/runs/run-1', name), 'utf8');
      assert.doesNotMatch(text, /sk-ant-0123456789abcdef/);
    }
  });

  it('gives the same events when it was killed after any of them', async function () {
    this.timeout(60_000);
    await finish(startSession(init(), start()));
    const whole = await journal();
    const texts = new Map<string | null, Buffer>();
    for (const event of whole) {
      const files: readonly FileRef[] =
        event.type === 'start.snapshot' || event.type === 'revision' ? event.files : [];
      for (const { hash } of files) {
        texts.set(hash, readFileSync(temp.at('.bvl/runs/run-1/snapshots', hash ?? '')));
      }
    }
    for (let length = 1; length < whole.length; length += 1) {
      const kept = whole.slice(0, length);
      const lines = kept.map((event) => `${JSON.stringify(event)}\n`).join('');
      writeFileSync(temp.at('.bvl/runs/run-1/events.jsonl'), lines);
      const last = kept.findLast(
        (event) => event.type === 'start.snapshot' || event.type === 'revision',
      );
      const hash = last?.files[0]?.hash ?? null;
      writeFileSync(temp.at('docs/plan.md'), texts.get(hash) ?? crlf(planText('0')));
      const state = await finish(resumeSession(init(), 'run-1'));
      assert.equal(state.ended?.outcome, 'success');
      assert.deepEqual(
        comparableEvents(await journal()),
        comparableEvents(whole),
        `after event ${String(length)}`,
      );
      assert.equal(read(), crlf(planText('2')));
    }
  });

  it('tells that a line was cut off, and does again what it said', async () => {
    await finish(startSession(init(), start()));
    const whole = readFileSync(temp.at('.bvl/runs/run-1/events.jsonl'));
    writeFileSync(temp.at('.bvl/runs/run-1/events.jsonl'), whole.subarray(0, -20));
    const types: string[] = [];
    await finish(resumeSession(init(), 'run-1'), (event) => types.push(event.type));
    assert.deepEqual(types, ['notice', 'run.resumed', 'run.ended']);
  });

  it('keeps what a dead process had staged beside the round', async () => {
    const run = startSession(init(), start());
    for (;;) {
      const step = await run.next();
      if (step.done === true) assert.fail();
      const { event } = step.value;
      if (event.type === 'call' && event.role === 'critic') break;
    }
    await run.return(undefined as never);
    const opened = await store.open('run-1');
    const staging = await opened.workspace.stage(await opened.workspace.snapshot(['docs/plan.md']));
    await staging.writeText('docs/plan.md', 'half a plan\n');
    await opened.release();
    const state = await finish(resumeSession(init(), 'run-1'));
    const resumed = (await journal()).findLast((event) => event.type === 'run.resumed');
    const [left] = resumed?.unfinished ?? [];
    assert.ok(left !== undefined);
    assert.equal(await opened.workspace.text(left), 'half a plan\n');
    assert.equal(state.ended?.outcome, 'success');
    assert.equal(read(), crlf(planText('2')));
  });

  it('takes away a temporary file that a crash left beside the artifact, and no other', async () => {
    const run = startSession(init(), start());
    await run.next();
    await run.return(undefined as never);
    const tag = createHash('sha256').update('run-1').digest('hex').slice(0, 8);
    temp.write(`docs/.bvl-${tag}0123456789ab.tmp`, 'half');
    temp.write('.bvl/runs/run-1/.bvl-000000000123456789ab.tmp', 'half');
    temp.write('docs/.bvl-ffffffff0123456789ab.tmp', 'of another run');
    await finish(resumeSession(init(), 'run-1'));
    assert.ok(!readdirSync(temp.at('.bvl/runs/run-1')).some((name) => name.endsWith('.tmp')));
    assert.deepEqual(readdirSync(temp.at('docs')), ['.bvl-ffffffff0123456789ab.tmp', 'plan.md']);
  });

  it('goes through the host’s guard to the person’s files, and to them only', async () => {
    const published: string[] = [];
    const guard: NonNullable<SessionInit['guard']> = ({ workspace }) => ({
      snapshot: (paths) => workspace.snapshot(paths),
      text: (file) => workspace.text(file),
      view: (files) => workspace.view(files),
      stage: (files) => workspace.stage(files),
      publish: (target, expected) => {
        published.push(...target.map(({ path }) => path));
        return workspace.publish(target, expected);
      },
    });
    const state = await finish(startSession({ ...init(), guard }, start()));
    assert.equal(state.ended?.outcome, 'success');
    assert.ok(published.length > 0);
  });

  it('frees the run when nobody listens any more', async () => {
    const run = startSession(init(), start());
    await run.next();
    assert.equal((await store.open('run-1')).readOnly, true);
    await run.return(undefined as never);
    const again = await store.open('run-1');
    assert.equal(again.readOnly, false);
    await again.release();
  });

  it('publishes nothing after Stop, gives back what was staged, and goes on', async () => {
    const stop = new AbortController();
    const model = new ScriptedModel((request) => {
      if (request.role === 'critic') return { reply: 'NO FINDINGS — artifact passes audit' };
      return {
        reply: 'DONE — artifact updated at docs/plan.md\nRESPONSES:\n',
        writes: { 'docs/plan.md': 'late\n' },
        after: () => {
          stop.abort();
          return Promise.resolve();
        },
      };
    });
    const state = await finish(
      startSession({ ...init(scenario, undefined, stop.signal), modelFor: () => model }, start()),
    );
    assert.equal(state.ended?.outcome, 'escalated: stopped');
    assert.equal(read(), crlf(planText('0')));
    await restoreRevision(store, 'run-1', { unfinished: 1 });
    assert.equal(read(), 'late\r\n');
    await restoreRevision(store, 'run-1', 'undo');
    assert.equal(read(), crlf(planText('0')));
    await assert.rejects(restoreRevision(store, 'run-1', { unfinished: 0 }), RangeError);
    const after = await finish(resumeSession(init(), 'run-1'));
    assert.equal(after.ended?.outcome, 'success');
  });

  describe('refuses before anything is written', () => {
    const cases: readonly (readonly [string, () => void, string])[] = [
      [
        'a read-only file',
        () => {
          chmodSync(temp.at('docs/plan.md'), 0o444);
        },
        'readonly',
      ],
      [
        'a binary file',
        () => {
          temp.write('docs/plan.md', Buffer.from([0, 1, 2]));
        },
        'binary',
      ],
      [
        'another encoding',
        () => {
          temp.write('docs/plan.md', Buffer.from([0xe9, 0x21]));
        },
        'encoding',
      ],
    ];
    for (const [name, prepare, reason] of cases) {
      it(name, async () => {
        prepare();
        await assert.rejects(startSession(init(), start()).next(), { reason });
        assert.ok(!existsSync(temp.at('.bvl')));
      });
    }

    it('but audits a read-only file', async () => {
      chmodSync(temp.at('docs/plan.md'), 0o444);
      const audit = startOf({ mode: 'audit', baseline: true });
      const state = await finish(startSession(init(), audit));
      assert.equal(state.ended?.outcome, 'audited');
    });

    it('a file to audit that is not there', async () => {
      const audit = startOf({ mode: 'audit', baseline: true }, ['destruction'], ['docs/none.md']);
      await assert.rejects(finish(startSession(init(), audit)), { reason: 'missing' });
      assert.equal((await store.list()).length, 0);
    });
  });

  it('loses nothing on a full disk: the run resumes', async () => {
    const disk = new FullDisk(1e9);
    store = new RunStore(temp.path, disk);
    const run = startSession(init(), start());
    await assert.rejects(
      finish(run, (event) => {
        if (event.type === 'evidence' && event.round === 1) disk.make(100);
      }),
      { reason: 'disk-full' },
    );
    assert.equal(read(), crlf(planText('1')));
    disk.make(1e9);
    const state = await finish(resumeSession(init(), 'run-1'));
    assert.equal(state.ended?.outcome, 'success');
  });

  it('does not run again what has ended well', async () => {
    await finish(startSession(init(), start()));
    const before = (await journal()).length;
    const state = await finish(resumeSession(init({ rounds: [] }), 'run-1'));
    assert.equal(state.ended?.outcome, 'success');
    assert.equal((await journal()).length, before);
  });

  describe('restore', () => {
    beforeEach(async () => {
      await finish(startSession(init(), start()));
    });

    it('puts a round or the start back, and undoes it', async () => {
      await restoreRevision(store, 'run-1', { round: 1 });
      assert.equal(read(), crlf(planText('1')));
      await restoreRevision(store, 'run-1', 'undo');
      assert.equal(read(), crlf(planText('2')));
      await restoreRevision(store, 'run-1', 'start');
      assert.equal(read(), crlf(planText('0')));
      await restoreRevision(store, 'run-1', 'undo');
      assert.equal(read(), crlf(planText('2')));
      const restores = (await journal()).filter((event) => event.type === 'revision').slice(-4);
      assert.deepEqual(
        restores.map((event) => [event.origin, event.restoredRound, event.replaced]),
        [
          ['restore', 1, null],
          ['restore', 3, null],
          ['restore', 0, null],
          ['restore', 3, null],
        ],
      );
      assert.equal((await store.list())[0]?.outcome, 'success');
    });

    it('keeps what the person had typed since, and gives it back', async () => {
      appendFileSync(temp.at('docs/plan.md'), 'typed since\n');
      const typed = read();
      await restoreRevision(store, 'run-1', 'start');
      assert.equal(read(), crlf(planText('0')));
      await restoreRevision(store, 'run-1', 'undo');
      assert.equal(read(), typed);
    });

    it('says when there is nothing to restore, or to undo', async () => {
      await assert.rejects(restoreRevision(store, 'run-1', { round: 9 }), RangeError);
      await assert.rejects(restoreRevision(store, 'run-1', 'undo'), RangeError);
      assert.equal(read(), crlf(planText('2')));
    });
  });

  it('takes a file it made away again when the start is restored', async () => {
    const made = startOf({ baseline: false }, ['destruction'], ['made/plan.md']);
    const model = new ScriptedModel((request) =>
      request.role === 'critic'
        ? { reply: 'NO FINDINGS — artifact passes audit' }
        : {
            reply: 'DONE — artifact updated at made/plan.md\nRESPONSES:\n',
            writes: { 'made/plan.md': 'new\n' },
          },
    );
    const state = await finish(startSession({ ...init(), modelFor: () => model }, made));
    assert.equal(state.ended?.outcome, 'success');
    assert.equal(readFileSync(temp.at('made/plan.md'), 'utf8'), 'new\n');
    await restoreRevision(store, 'run-1', 'start');
    assert.ok(!existsSync(temp.at('made/plan.md')));
    await restoreRevision(store, 'run-1', 'undo');
    assert.equal(readFileSync(temp.at('made/plan.md'), 'utf8'), 'new\n');
  });

  it('asks about an edit made during the run, and keeps it when told so', async () => {
    const prompts: string[] = [];
    const decide = (prompt: DecisionPrompt): Choice | null => {
      prompts.push(prompt.kind);
      return prompt.kind === 'conflict' ? { kind: 'keep-mine' } : choose.stop();
    };
    let edited = false;
    const state = await finish(startSession(init(scenario, decide), start()), (event) => {
      if (event.type === 'evidence' && !edited) {
        edited = true;
        writeFileSync(temp.at('docs/plan.md'), 'my own text\n');
      }
    });
    assert.deepEqual(prompts.slice(0, 1), ['conflict']);
    assert.ok(state.revisions.some(({ origin }) => origin === 'person'));
  });
});

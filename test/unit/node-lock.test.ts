import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { RunEvent } from '../../src/engine';
import { RunLock } from '../../src/node/run-lock';
import { RunStore } from '../../src/node/run-store';
import { restoreRevision, resumeSession } from '../../src/node/session';
import { bundleProgram, ChildProgram } from '../support/child-program';
import { startOf } from '../support/run-scripted';
import { TempFolder } from '../support/temp-folder';

describe('two processes on one run', function () {
  this.timeout(20_000);
  let temp: TempFolder;
  let store: RunStore;
  let program: string;
  const children: ChildProgram[] = [];

  before(async () => {
    temp = new TempFolder();
    program = await bundleProgram('lock-holder', temp.path);
  });

  beforeEach(async () => {
    temp.write('ws/docs/plan.md', 'plan\n');
    store = new RunStore(temp.at('ws'));
    const run = await store.create('r1');
    const start: RunEvent = { ...startOf(), v: 1, seq: 0, at: '2026-01-01T00:00:00.000Z' };
    await run.journal.append(start, true);
    await run.release();
  });

  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
    rmSync(temp.at('ws'), { recursive: true });
  });

  after(() => {
    temp.remove();
  });

  function holder(): ChildProgram {
    const child = new ChildProgram(program, [temp.at('ws'), 'r1']);
    children.push(child);
    return child;
  }

  it('takes a run whose taking was cut off, also when the clock was set back since', async () => {
    const guard = temp.at('ws/.bvl/runs/r1/lock.guard');
    for (const seconds of [-3600, 3600]) {
      mkdirSync(guard);
      const time = Date.now() / 1000 + seconds;
      utimesSync(guard, time, time);
      const run = await store.open('r1');
      assert.equal(run.readOnly, false);
      await run.release();
      assert.equal(existsSync(guard), false);
    }
  });

  it('lets the second only read', async () => {
    const first = holder();
    assert.equal(await first.line(), 'owner');
    const second = holder();
    assert.match(await second.line(), /^read-only: process \d+ on /);
    const run = await store.open('r1');
    assert.equal(run.readOnly, true);
    await assert.rejects(run.journal.append({ ...run.events[0], seq: 1 } as RunEvent, true), {
      reason: 'closed',
    });
    await assert.rejects(run.writeReport('', {}));
    await assert.rejects(restoreRevision(store, 'r1', 'start'), { name: 'RunLockedError' });
    const init = {
      store,
      modelFor: () => assert.fail(),
      decider: { decide: () => Promise.resolve(null) },
      progress: () => undefined,
      signal: new AbortController().signal,
    };
    await assert.rejects(resumeSession(init, 'r1').next(), { name: 'RunLockedError' });

    first.say('said by the owner');
    assert.equal(await first.line(), 'appended');
    const { owner, events } = await store.read('r1');
    assert.match(owner ?? '', /^process \d+ on /);
    assert.deepEqual(
      events.map((event) => (event.type === 'notice' ? event.text : event.type)),
      ['run.started', 'said by the owner'],
    );
  });

  it('frees the run of a process that died, at once', async () => {
    const first = holder();
    await first.line();
    await first.kill();
    assert.ok(existsSync(temp.at('ws/.bvl/runs/r1/lock')));
    assert.equal((await store.list())[0]?.owner, null);
    const run = await store.open('r1');
    assert.equal(run.readOnly, false);
    await run.release();
    assert.ok(!existsSync(temp.at('ws/.bvl/runs/r1/lock')));
  });

  it('gives a run to one of many who ask at the same time', async () => {
    const folder = store.folderOf('r1');
    const taken = await Promise.all(Array.from({ length: 8 }, () => RunLock.take(folder)));
    const owners = taken.filter((lock) => lock instanceof RunLock);
    assert.equal(owners.length, 1);
    for (const lock of owners) await lock.release();
  });

  it('believes another machine’s heartbeat, and not its silence', async () => {
    const lock = temp.at('ws/.bvl/runs/r1/lock');
    const record = { token: 't', pid: 1, machine: 'elsewhere', host: 'elsewhere', began: null };
    writeFileSync(lock, JSON.stringify(record));
    const read = await store.open('r1');
    assert.deepEqual([read.readOnly, read.owner], [true, 'process 1 on elsewhere']);
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    const run = await store.open('r1');
    assert.equal(run.readOnly, false);
    await run.release();
  });

  it('is not fooled by a process that has the dead one’s number', async () => {
    const file = temp.at('ws/.bvl/runs/r1/lock');
    const held = await RunLock.take(store.folderOf('r1'));
    assert.ok(held instanceof RunLock);
    const record = JSON.parse(readFileSync(file, 'utf8')) as { began: string | null };
    await held.release();
    if (record.began === null) return;
    writeFileSync(file, JSON.stringify({ ...record, began: '1' }));
    assert.equal(await RunLock.owner(store.folderOf('r1')), null);
  });
});

import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import type { RunEvent } from '../../src/engine';
import { JournalError, JournalFile, readJournal } from '../../src/node/journal-file';
import { RunStore, type OpenRun } from '../../src/node/run-store';
import { FullDisk } from '../support/full-disk';
import { startOf } from '../support/run-scripted';
import { TempFolder } from '../support/temp-folder';

const at = '2026-01-01T00:00:00.000Z';

function started(task = 'Make it whole'): RunEvent {
  const start = startOf();
  return { ...start, brief: { ...start.brief, task }, v: 1, seq: 0, at };
}

function notice(seq: number, text = 'x'): RunEvent {
  return { v: 1, seq, at, type: 'notice', code: 'test', text };
}

describe('journal', () => {
  let temp: TempFolder;
  let store: RunStore;
  let disk: FullDisk;
  const open: OpenRun[] = [];

  beforeEach(() => {
    temp = new TempFolder();
    disk = new FullDisk(1e9);
    store = new RunStore(temp.path, disk);
  });

  afterEach(async () => {
    for (const run of open.splice(0)) await run.release();
    temp.remove();
  });

  const file = (): string => temp.at('.bvl/runs/r1/events.jsonl');
  const lines = (): string[] => readFileSync(file(), 'utf8').split('\n').slice(0, -1);

  async function created(count: number): Promise<OpenRun> {
    const run = await store.create('r1');
    open.push(run);
    for (let seq = 0; seq < count; seq += 1) {
      await run.journal.append(seq === 0 ? started() : notice(seq), seq % 2 === 0);
    }
    return run;
  }

  it('is one line an event, for its owner alone, and ignored by git', async () => {
    const run = await created(3);
    assert.deepEqual(
      lines().map((line) => (JSON.parse(line) as RunEvent).seq),
      [0, 1, 2],
    );
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.equal(statSync(run.folder).mode & 0o777, 0o700);
    assert.equal(readFileSync(temp.at('.bvl/runs/.gitignore'), 'utf8'), '*\n');
    assert.deepEqual((await readJournal(file())).events, [started(), notice(1), notice(2)]);
  });

  it('keeps the order of appends that do not wait for each other', async () => {
    const run = await created(1);
    await Promise.all([1, 2, 3, 4].map((seq) => run.journal.append(notice(seq), false)));
    assert.deepEqual(
      (await readJournal(file())).events.map(({ seq }) => seq),
      [0, 1, 2, 3, 4],
    );
  });

  it('drops a last line that a crash cut off, at every byte of it', async () => {
    await (await created(3)).release();
    const whole = readFileSync(file());
    const two = Buffer.byteLength(`${lines().slice(0, 2).join('\n')}\n`);
    for (let length = two + 1; length < whole.byteLength; length += 1) {
      temp.write('.bvl/runs/r1/events.jsonl', whole.subarray(0, length));
      const read = await readJournal(file());
      assert.equal(read.events.length, 2);
      assert.equal(read.torn, length - two);
    }
    const run = await store.open('r1');
    open.push(run);
    assert.ok(run.torn > 0);
    await run.journal.append(notice(2, 'again'), true);
    assert.deepEqual((await readJournal(file())).events.at(-1), notice(2, 'again'));
  });

  const damaged: readonly (readonly [name: string, line: string, reason: string, why: RegExp])[] = [
    ['no JSON', '{"v":1,"seq":1', 'damaged', /line 2: .*no JSON/],
    ['no event', '{"v":1,"seq":1,"at":"x","type":"other"}', 'damaged', /line 2: /],
    ['an event of a later place', JSON.stringify(notice(2)), 'damaged', /line 2: .*missing/],
    ['a newer version', '{"v":2,"seq":1,"at":"x","type":"new"}', 'version', /line 2: .*newer/],
    ['an unknown field', JSON.stringify({ ...notice(1), more: 1 }), 'damaged', /line 2: .*more/],
  ];
  for (const [name, line, reason, why] of damaged) {
    it(`names the line that is ${name}`, async () => {
      await (await created(1)).release();
      appendFileSync(file(), `${line}\n${JSON.stringify(notice(2))}\n`);
      for (const look of [() => readJournal(file()), () => store.open('r1')]) {
        await assert.rejects(look(), (error) => {
          assert.ok(error instanceof JournalError);
          assert.equal(error.reason, reason);
          assert.equal(error.line, 2);
          assert.match(error.message, why);
          return true;
        });
      }
    });
  }

  it('is whole after a full disk, and goes on when there is room', async () => {
    const run = await created(2);
    const before = readFileSync(file(), 'utf8');
    for (const room of [0, 1, 40]) {
      disk.make(room);
      await assert.rejects(run.journal.append(notice(2), true), { reason: 'disk-full' });
      assert.equal(readFileSync(file(), 'utf8'), before);
    }
    disk.make(1e9);
    await run.journal.append(notice(2), true);
    assert.equal(lines().length, 3);
  });

  it('takes nothing more once its owner let go, or lost the run', async () => {
    const run = await created(1);
    await run.release();
    await assert.rejects(run.journal.append(notice(1), true), { reason: 'closed' });
    const lost = await JournalFile.open(file(), 0, disk, () => Promise.resolve(false));
    await assert.rejects(lost.append(started(), true), { reason: 'closed' });
    await lost.close();
  });

  it('says that there is no such run', async () => {
    for (const id of ['none', '..', 'a/b', '../r1', '', 'a'.repeat(70)]) {
      await assert.rejects(store.open(id), { name: 'JournalError', reason: 'missing' });
    }
  });

  it('is never made outside the workspace', async () => {
    const outside = new TempFolder();
    symlinkSync(outside.path, temp.at('.bvl'));
    await assert.rejects(store.create('r1'), { reason: 'outside' });
    assert.deepEqual(readdirSync(outside.path), []);
    outside.remove();
  });

  describe('list of runs', () => {
    it('is read from both ends: newest first, with task, outcome and owner', async () => {
      const first = await created(2);
      await first.journal.append(
        { v: 1, seq: 2, at, type: 'run.ended', outcome: 'success', row: 4, why: '' },
        true,
      );
      await first.release();
      const second = await store.create('r2');
      open.push(second);
      await second.journal.append(started('Second'), true);
      await second.journal.append(
        { v: 1, seq: 1, at, type: 'interrupted', round: 3, by: 'person' },
        true,
      );
      await second.journal.append(notice(2, 'a very long line '.repeat(20_000)), true);
      mkdirSync(temp.at('.bvl/runs/empty'));
      temp.write('.bvl/runs/broken/events.jsonl', 'nonsense\n');
      const [r2, r1, broken] = await store.list();
      assert.deepEqual([r2?.id, r2?.task, r2?.outcome], ['r2', 'Second', null]);
      assert.match(r2?.owner ?? '', /^process \d+ on /);
      assert.deepEqual([r1?.id, r1?.outcome, r1?.owner], ['r1', 'success', null]);
      assert.deepEqual(r1?.artifacts, ['docs/plan.md']);
      assert.equal(broken?.id, 'broken');
      assert.match(broken.problem ?? '', /cannot|can read/);
    });

    it('is empty where no run was', async () => {
      assert.deepEqual(await store.list(), []);
    });

    it('gives each run a name of its own that sorts by time', () => {
      const names = [new Date('2026-11-30T18:42:07Z'), new Date('2026-12-01T00:00:00Z')].map(
        (now) => store.newRunId(now),
      );
      assert.match(names[0] ?? '', /^20261130-184207-[0-9a-f]{6}$/);
      assert.ok((names[0] ?? '') < (names[1] ?? ''));
    });
  });
});

import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFindings, prepareRun, type RunEvent, type RunState } from '../../src/engine';
import { validateBrief } from '../../src/engine/brief';
import { parseBriefFile } from '../../src/engine/brief-file';
import { builtInLenses, promptVersion } from '../../src/engine/roles';
import { recordedDecisions, recordedModel } from '../../src/models/recorded';
import { parseRecording, type Recording } from '../../src/models/recording';
import { readJournal } from '../../src/node/journal-file';
import { RunStore } from '../../src/node/run-store';
import { resumeSession, startSession, type SessionInit } from '../../src/node/session';
import { redact } from '../../src/util/redact';
import { comparableEvents } from '../support/comparable-events';
import { ManualClock } from '../support/manual-clock';
import { TempFolder } from '../support/temp-folder';

const folder = path.resolve('examples/recordings');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

function load(name: string): Recording {
  const recording = parseRecording(readFileSync(path.join(folder, name), 'utf8'));
  if ('error' in recording) assert.fail(`${name}: ${recording.error}`);
  return recording;
}

/** A copy of the sample workspace with one recording to run in it. */
class Replayed {
  readonly temp = new TempFolder();
  readonly notices: string[] = [];
  private readonly store = new RunStore(this.temp.path);

  constructor(private readonly recording: Recording) {
    cpSync('examples/workspace', this.temp.path, {
      recursive: true,
      filter: (source) => !source.includes(path.join('.bvl', 'runs')),
    });
  }

  start(): Promise<RunState> {
    const { brief, options, lenses, perspective, models } = this.recording;
    const start = prepareRun({
      runId: 'replay',
      brief,
      options,
      lenses: lenses.map((name) => {
        const lens = builtInLenses.find((one) => one.name === name);
        return lens ?? assert.fail(`no lens ${name}`);
      }),
      perspective,
      models,
      program: 'test',
    });
    return finish(startSession(this.init(), start));
  }

  resume(): Promise<RunState> {
    return finish(resumeSession(this.init(), 'replay'));
  }

  async events(): Promise<readonly RunEvent[]> {
    return (await readJournal(this.journalFile)).events;
  }

  /** The run as it was on disk when its process died after `kept` events: journal, and the artifact as it was published last. */
  die(events: readonly RunEvent[], kept: number): void {
    const past = events.slice(0, kept);
    writeFileSync(this.journalFile, past.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const published = past.flatMap((event) =>
      event.type === 'start.snapshot' || event.type === 'revision' ? event.files : [],
    );
    const first = events.flatMap((event) => (event.type === 'start.snapshot' ? event.files : []));
    for (const { path: file, hash } of [...first, ...published]) {
      const bytes = readFileSync(this.temp.at('.bvl/runs/replay/snapshots', hash ?? ''));
      writeFileSync(this.temp.at(file), bytes);
    }
  }

  private get journalFile(): string {
    return this.temp.at('.bvl/runs/replay/events.jsonl');
  }

  private init(): SessionInit {
    const clock = new ManualClock();
    const model = recordedModel(this.recording, {
      clock,
      promptVersion,
      pace: 0,
      notice: (code) => this.notices.push(code),
    });
    return {
      store: this.store,
      modelFor: () => model,
      decider: recordedDecisions(this.recording, { clock, pace: 0 }),
      progress: () => undefined,
      signal: new AbortController().signal,
    };
  }
}

async function finish(run: ReturnType<typeof startSession>): Promise<RunState> {
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value;
  }
}

describe('recordings that ship', () => {
  for (const name of names) {
    describe(name, () => {
      const recording = load(name);
      let run: Replayed;
      let state: RunState;

      before(async () => {
        run = new Replayed(recording);
        state = await run.start();
      });
      after(() => {
        run.temp.remove();
      });

      it('says how it was made, and holds neither keys nor home paths', () => {
        assert.match(recording.madeBy, /\d{4}-\d{2}-\d{2}/);
        const text = readFileSync(path.join(folder, name), 'utf8');
        assert.equal(redact(text, null), text);
      });

      it('is of the brief of the sample with its name', () => {
        const file = path.join('examples/workspace/.bvl/briefs', name.replace(/json$/, 'md'));
        const parsed = parseBriefFile(readFileSync(file, 'utf8'));
        assert.ok('file' in parsed);
        assert.deepEqual(validateBrief(parsed.file.input), { brief: recording.brief });
        const { options, lenses } = parsed.file;
        assert.deepEqual({ ...recording.options, ...options }, recording.options);
        assert.deepEqual(recording.lenses, lenses);
      });

      it('answers the prompts of this version and goes to its recorded end', () => {
        assert.deepEqual(run.notices, []);
        assert.equal(state.ended?.outcome, recording.outcome);
      });

      it('shows three rounds or more, HIGH findings closed, and two clean rounds', () => {
        const rounds = state.rounds.filter(({ number }) => number > 0);
        assert.ok(rounds.length >= 3);
        assert.ok(state.rounds.some(({ counts }) => counts.high > 0));
        for (const { number } of rounds.slice(-2)) {
          assert.deepEqual(openFindings(state, number), []);
        }
        assert.equal(state.ended?.outcome, 'success');
      });

      it('gives the same events after a kill at every event', async function () {
        this.timeout(120_000);
        const whole = await run.events();
        for (let kept = 1; kept < whole.length; kept += 1) {
          run.die(whole, kept);
          await run.resume();
          const events = comparableEvents(await run.events());
          assert.deepEqual(events, comparableEvents(whole), `killed after event ${kept}`);
        }
      });
    });
  }

  it('show between them a drift, and a disputed finding settled by a decision', () => {
    const runs = names.map(load);
    assert.ok(runs.length >= 2);
    const settled = runs.filter(({ decisions }) =>
      decisions.some(({ prompt, choice }) => prompt === 'disagreement' && choice.kind === 'settle'),
    );
    assert.ok(settled.length > 0);
    const drifting = settled.filter(({ decisions }) =>
      decisions.some(({ prompt }) => prompt === 'churn'),
    );
    assert.ok(drifting.length > 0, 'churn is asked about at the third drift round');
  });
});

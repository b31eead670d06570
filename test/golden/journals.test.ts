import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseRunEvent, reportMarkdown, reportText, type RunEvent } from '../../src/engine';
import { choose, play, type Scenario } from '../support/scenario';

/*
 * Whole journals and their reports. A difference means that old runs are read in another way or new ones are written in another
 * way: look at it, then run the tests with UPDATE_GOLDEN=1. Role prompts are left out here; they have golden files of their own.
 */
const folder = path.resolve('test/golden/journals');

const scenarios: Readonly<Record<string, Scenario>> = {
  'clean-at-once': {
    rounds: [{ critics: { destruction: '-' } }, { critics: { destruction: '-' } }],
  },
  'drift-and-dispute': {
    lenses: ['destruction', 'security'],
    baseline: { destruction: 'Ha Mb', security: 'Lc' },
    rounds: [
      { critics: { destruction: 'Hd', security: '-' }, implementor: '1[Security]:deferred' },
      { critics: { destruction: 'Me', security: '-' }, implementor: '1:disputed' },
      { critics: { destruction: '-', security: '-' } },
      { critics: { destruction: '-', security: '-' } },
    ],
    decisions: [choose.settle('dismiss', 'the annex says so')],
  },
  'scope-creep-kept': {
    rounds: [
      { critics: { destruction: 'Ms!' } },
      { critics: { destruction: 'Ms2!' } },
      { critics: { destruction: '-' } },
    ],
    decisions: [choose.scope('keep')],
  },
  'blocked-and-answered': {
    rounds: [
      { critics: { destruction: ['BLOCKED — the file is empty', '-'] } },
      { critics: { destruction: '-' } },
    ],
    decisions: [choose.supply],
  },
  'cap-raised-then-accepted': {
    options: { cap: 1 },
    rounds: [{ critics: { destruction: 'Ha' } }, { critics: { destruction: 'Mb' } }],
    decisions: [choose.raise(1), choose.accept],
  },
  'nobody-there': { rounds: [{ critics: { destruction: ['well done', ''] } }] },
};

/** Role prompts have golden files of their own; here they would hide what changed. */
function withoutPrompts(event: RunEvent): unknown {
  if (event.type === 'run.started') {
    const { implementor, critics, judges: _judges, promptVersion: _version, ...rest } = event;
    return {
      ...rest,
      implementor: { perspective: implementor.perspective },
      critics: critics.map((critic) => critic.lens),
    };
  }
  if (event.type !== 'call') return event;
  const { systemHash: _hash, ...rest } = event;
  return rest;
}

function golden(name: string, text: string): void {
  const file = path.join(folder, name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'), `${name} differs; UPDATE_GOLDEN=1 writes it anew`);
}

describe('golden journals', () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(name, async () => {
      const { events, state } = await play(scenario);
      golden(
        `${name}.jsonl`,
        events.map((event) => `${JSON.stringify(withoutPrompts(event))}\n`).join(''),
      );
      golden(`${name}.report.txt`, reportText(state));
      golden(`${name}.report.md`, reportMarkdown(state, events));
    });

    it(`${name}: every line is read back as it was written`, async () => {
      const { events } = await play(scenario);
      for (const event of events) {
        assert.deepEqual(parseRunEvent(JSON.parse(JSON.stringify(event))), event);
      }
    });
  }
});

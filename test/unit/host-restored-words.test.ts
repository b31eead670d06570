import assert from 'node:assert/strict';
import type { FileRef } from '../../src/engine/build-verify/events';
import type { RunState } from '../../src/engine/build-verify/run-state';
import { restoredWords } from '../../src/host/restored-words';
import { comparableSides, filesOfSide } from '../../src/host/text-side';
import { english } from '../../src/util/translate';
import { play } from '../support/scenario';

describe('texts of a run in the editor', () => {
  let state: RunState;

  before(async () => {
    ({ state } = await play({
      options: { baseline: true },
      baseline: { destruction: 'Ha' },
      rounds: [
        { critics: { destruction: 'Mb' } },
        { critics: { destruction: '-' } },
        { text: null, critics: { destruction: '-' } },
      ],
    }));
  });

  const files = (revision: number): readonly FileRef[] => state.revisions.at(revision)?.files ?? [];
  const words = (now: readonly FileRef[]): string => restoredWords(state, now, 'undo', english);

  it('are named by what they are, whatever was asked for', () => {
    assert.match(words(files(0)), /restore was undone.* back to what it was before the run/);
    assert.match(words(files(1)), /back to round 1\./);
    assert.match(words(files(2)), /back to round 3\./);
    const other = files(0).map((file) => ({ ...file, hash: 'f'.repeat(64) }));
    assert.match(words(other), /of no round/);
  });

  it('have as the last revision what the rounds made last, not what was put back afterwards', () => {
    const latest = (of: RunState): unknown => filesOfSide(of, { kind: 'latest' });
    assert.deepEqual(latest(state), files(-1));
    for (const back of [0, 1]) {
      const restored: RunState = {
        ...state,
        revisions: [
          ...state.revisions,
          { round: 3, origin: 'restore', files: files(back), changed: true },
        ],
      };
      assert.deepEqual(latest(restored), files(-1), `revision ${back} was put back`);
      assert.notDeepEqual(latest(restored), files(back));
    }
  });

  it('can all be compared with each other: each is on both lists, but never with itself', () => {
    const from = comparableSides(state);
    assert.deepEqual(
      from.map((side) => ('round' in side ? side.round : side.kind)),
      ['latest', 'disk', 3, 2, 1, 'start'],
    );
    for (const side of from) {
      const to = comparableSides(state, side);
      assert.equal(to.length, from.length - 1);
      assert.ok(!to.includes(side));
    }
  });
});

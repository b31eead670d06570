import assert from 'node:assert/strict';
import type { FileRef } from '../../src/engine/build-verify/events';
import type { RunState } from '../../src/engine/build-verify/run-state';
import { restoredWords } from '../../src/host/restored-words';
import { comparableSides } from '../../src/host/text-side';
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

  const files = (revision: number): readonly FileRef[] => state.revisions[revision]?.files ?? [];
  const words = (now: readonly FileRef[]): string => restoredWords(state, now, 'undo', english);

  it('are named by what they are, whatever was asked for', () => {
    assert.match(words(files(0)), /restore was undone.* back to what it was before the run/);
    assert.match(words(files(1)), /back to round 1\./);
    assert.match(words(files(2)), /back to round 3\./);
    const other = files(0).map((file) => ({ ...file, hash: 'f'.repeat(64) }));
    assert.match(words(other), /of no round/);
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

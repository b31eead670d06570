import assert from 'node:assert/strict';
import fc from 'fast-check';
import { advanceOrigins, changedByRound } from '../../src/engine/changed-text';
import { splitLines } from '../../src/engine/text-lines';

const lines = (...all: string[]): string => all.join('\n');

describe('advanceOrigins', () => {
  it('gives new and changed lines the round, and keeps the others', () => {
    const first = advanceOrigins([], lines('a', 'b', 'c', 'd'), lines('a', 'B', 'c', 'x', 'd'), 1);
    assert.deepEqual(first, [null, 1, null, 1, null]);
    const second = advanceOrigins(
      first,
      lines('a', 'B', 'c', 'x', 'd'),
      lines('0', 'a', 'B', 'x', 'D'),
      2,
    );
    assert.deepEqual(second, [2, null, 1, 1, 2]);
  });
  it('ignores line ends', () => {
    assert.deepEqual(advanceOrigins([], 'a\r\nb\r\n', 'a\nb\rc\n', 3), [null, null, 3, null]);
  });
  it('takes a text from nothing as all new, and nothing as nothing', () => {
    assert.deepEqual(advanceOrigins([], '', lines('a', 'b'), 1), [1, 1]);
    assert.deepEqual(advanceOrigins([1, 1], lines('a', 'b'), '', 2), [2]);
    assert.deepEqual(advanceOrigins([4], 'a', 'a', 5), [4]);
  });
  it('finds a few changes in 50,000 lines exactly', () => {
    const before = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
    const after = [...before];
    after[100] = 'changed';
    after.splice(30_000, 5);
    after.splice(49_000, 0, 'new');
    const origins = advanceOrigins([], lines(...before), lines(...after), 1);
    const changed = origins.flatMap((origin, index) => (origin === null ? [] : [index]));
    assert.deepEqual(changed, [100, 49_000]);
  });
  it('gives up on two unrelated texts of 50,000 lines: changed between what they share at the ends', () => {
    const body = (word: string): string[] =>
      Array.from({ length: 50_000 }, (_, index) => `${word} ${index}`);
    const origins = advanceOrigins(
      [],
      lines('top', ...body('old'), 'end'),
      lines('top', ...body('new'), 'end'),
      6,
    );
    assert.equal(origins.length, 50_002);
    assert.deepEqual(
      [origins[0], origins[1], origins[50_000], origins[50_001]],
      [null, 6, 6, null],
    );
  });
  it('has one origin a line, and a line that is not new or changed keeps its text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'd\r'), { maxLength: 12 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const origins = advanceOrigins([], before, after, 1);
        const old = splitLines(before);
        const now = splitLines(after);
        assert.equal(origins.length, now.length);
        const kept = now.filter((_, index) => origins[index] === null);
        let at = 0;
        for (const line of kept) {
          at = old.indexOf(line, at) + 1;
          assert.ok(at > 0, 'kept lines are a subsequence of the old ones');
        }
      }),
    );
  });
});

describe('changedByRound', () => {
  it('names the latest round among the lines', () => {
    const origins = [null, 1, null, 3, 2];
    assert.equal(changedByRound(origins, 1, 1), null);
    assert.equal(changedByRound(origins, 1, 3), 1);
    assert.equal(changedByRound(origins, 2, 5), 3);
    assert.equal(changedByRound(origins, 5, 99), 2);
    assert.equal(changedByRound(origins, 9, 99), null);
    assert.equal(changedByRound([], 1, 1), null);
  });
});

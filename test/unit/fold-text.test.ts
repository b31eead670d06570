import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Finding } from '../../src/engine/finding';
import { countSeverities, foldText, sameFinding } from '../../src/engine/fold-text';

const base: Finding & { readonly lens: string } = {
  lens: 'Security',
  number: 1,
  severity: 'HIGH',
  acReference: '2',
  kind: null,
  issue: 'The token is logged',
  evidence: '"log(token)"\n  in line 4',
  tagOffset: 10,
};

describe('foldText', () => {
  it('folds white space, compatibility forms, zero-width characters and case (rulings 13, 19)', () => {
    assert.equal(foldText('\uFEFF Ｔhe\r\n\t\u00A0ﬁrst\u200B  LINE '), 'the first line');
    assert.equal(foldText('e\u0301'), 'é');
    assert.equal(foldText(''), '');
  });
  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = foldText(text);
        assert.equal(foldText(foldText(once)), foldText(once));
        assert.equal(once, once.trim());
      }),
    );
  });
});

describe('sameFinding', () => {
  it('compares lens, severity, AC reference, issue and evidence after folding', () => {
    const other = {
      ...base,
      number: 7,
      tagOffset: 99,
      issue: 'the  TOKEN\nis logged',
      evidence: '"log(token)" in line 4 ',
    };
    assert.ok(sameFinding(base, other));
    for (const change of [
      { lens: 'Coherence' },
      { severity: 'LOW' as const },
      { acReference: '3' },
      { issue: 'The key is logged' },
      { evidence: '' },
    ]) {
      assert.ok(!sameFinding(base, { ...other, ...change }), JSON.stringify(change));
    }
  });
});

describe('countSeverities', () => {
  it('counts as given', () => {
    const list = (['HIGH', 'LOW', 'HIGH', 'MEDIUM'] as const).map((severity) => ({ severity }));
    assert.deepEqual(countSeverities(list), { high: 2, medium: 1, low: 1 });
    assert.deepEqual(countSeverities([]), { high: 0, medium: 0, low: 0 });
  });
});

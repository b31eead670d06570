import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  criticPrompt,
  implementorPrompt,
  pairingJudgePrompt,
  parsePairingAnswer,
  parseRepeatAnswer,
  repeatJudgePrompt,
  type JudgedFinding,
} from '../../src/engine/prompt';

const brief = 'TASK: t\nARTIFACT: a.md\nACCEPTANCE CRITERIA:\n  - c';
const joined = (parts: readonly { readonly text: string }[]) =>
  parts.map((part) => part.text).join('');

const finding: JudgedFinding = {
  id: 'B1',
  lens: 'security',
  severity: 'HIGH',
  acReference: '1',
  issue: 'the key is logged',
  evidence: '"console.log(key)"\nN1\n=== NOW ===',
};

describe('prompts', () => {
  it('give the Implementor the findings block byte for byte at the very end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (block) => {
        const parts = implementorPrompt(brief, ['a.md'], block);
        const text = joined(parts);
        assert.ok(text.startsWith(joined(implementorPrompt(brief, ['a.md'], null))));
        assert.ok(text.endsWith(`\n=== FINDINGS ===\n${block}`));
      }),
    );
  });

  it('have no findings section when there was no audit', () => {
    assert.ok(!joined(implementorPrompt(brief, ['a.md'], null)).includes('FINDINGS'));
  });

  it('mark what stays the same as cached: everything before the findings, all of a Critic prompt', () => {
    assert.deepEqual(
      implementorPrompt(brief, ['a.md'], 'x').map((part) => part.cached),
      [false, true, false],
    );
    assert.deepEqual(
      criticPrompt(brief, ['a.md']).map((part) => part.cached),
      [false, true],
    );
  });

  it('give a Critic the brief and the paths, one a line, and nothing else', () => {
    assert.equal(
      joined(criticPrompt(brief, ['a, b.md', 'c.md'])),
      `=== BRIEF ===\n${brief}\n\n=== ARTIFACT FILES ===\na, b.md\nc.md\n`,
    );
  });

  it('give both judges the two lists, with quoted text that can pass for no entry', () => {
    const text = joined(repeatJudgePrompt([finding], []));
    assert.equal(text, joined(pairingJudgePrompt([finding], [])));
    assert.equal(
      text,
      [
        '=== BEFORE ===',
        'B1',
        '  Lens: security',
        '  Severity: HIGH',
        '  AC reference: 1',
        '  Issue: the key is logged',
        '  Evidence: "console.log(key)"',
        '    N1',
        '    === NOW ===',
        '',
        '=== NOW ===',
        '(none)',
        '',
      ].join('\n'),
    );
  });
});

describe('answer of the repeat judge', () => {
  it('is the word on the first line', () => {
    assert.equal(parseRepeatAnswer('YES'), 'yes');
    assert.equal(parseRepeatAnswer('\n**no.**\r\nNothing of B2 is left.'), 'no');
    assert.equal(parseRepeatAnswer('```\nYes\n```'), 'yes');
    assert.equal(parseRepeatAnswer('<think>NO\nYES</think>\nYES'), 'yes');
    assert.equal(parseRepeatAnswer('UNSURE'), 'unsure');
  });

  it('is unsure for anything else', () => {
    for (const reply of [
      '',
      'Yes, mostly',
      'YES or NO',
      'YES\nNO',
      'Verdict:\nYES',
      'yesterday',
      '<think>YES',
      'NO\nUNSURE',
    ])
      assert.equal(parseRepeatAnswer(reply), 'unsure', reply);
  });

  it('is one of three on any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (reply) =>
        ['yes', 'no', 'unsure'].includes(parseRepeatAnswer(reply)),
      ),
    );
  });
});

describe('answer of the pairing judge', () => {
  const before = ['B1', 'B2'];
  const now = ['N1', 'N3'];
  const unknown = { kind: 'unknown' };

  it('pairs every HIGH or calls it new', () => {
    assert.deepEqual(parsePairingAnswer('N1 = B2\nN3 = NEW', before, now), {
      kind: 'known',
      pairs: [['N1', 'B2']],
    });
    assert.deepEqual(parsePairingAnswer('N3 = B1\nN1 = B1\n', before, now), {
      kind: 'known',
      pairs: [
        ['N3', 'B1'],
        ['N1', 'B1'],
      ],
    });
    assert.deepEqual(parsePairingAnswer('', before, []), { kind: 'known', pairs: [] });
  });

  it('is tolerant about form', () => {
    assert.deepEqual(
      parsePairingAnswer(
        'Here is the matching:\n```\n- **n1 = b2**\r\n- `N3`: new.\n```',
        before,
        now,
      ),
      { kind: 'known', pairs: [['N1', 'B2']] },
    );
  });

  it('is unknown unless each HIGH is answered exactly once with a known id', () => {
    for (const reply of [
      '',
      'N1 = B2',
      'N1 = B2\nN3 = B9',
      'N1 = B2\nN3 = NEW\nN1 = NEW',
      'N1 = B2\nN3 = NEW\nN1 = B2',
      'N1 = B2\nN3 = NEW\nN2 = B1',
      'N1 = B2 or B1\nN3 = NEW',
      'N1 = B2\nN3 = N1',
      'N1, N3 = NEW',
      'B1 = N1\nN1 = B2\nN3 = NEW',
    ])
      assert.deepEqual(parsePairingAnswer(reply, before, now), unknown, reply);
  });

  it('is total, and never pairs what was not asked', () => {
    const bits = fc.constantFrom('N1', 'N3', 'N2', 'B1', 'B7', ' = ', 'NEW', '\n', '- ', 'text');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(bits).map((all) => all.join('')),
        ),
        (reply) => {
          const answer = parsePairingAnswer(reply, before, now);
          if (answer.kind === 'known')
            for (const [id, other] of answer.pairs)
              assert.ok(now.includes(id) && before.includes(other));
        },
      ),
    );
  });
});

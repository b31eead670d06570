import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  BriefError,
  cleanText,
  foldLine,
  renderBrief,
  validateBrief,
} from '../../src/engine/brief';

const plain = { task: 'Make it right', artifacts: ['a.md'], criteria: ['one'], context: null };

function codes(input: Parameters<typeof validateBrief>[0]): string[] {
  const result = validateBrief(input);
  return 'problems' in result ? result.problems.map(({ field, code }) => `${field}: ${code}`) : [];
}

describe('brief', () => {
  it('is rendered to the letter', () => {
    const brief = {
      task: 'Make the runbook safe to follow at night',
      artifacts: ['docs/runbook.md', 'docs/계획서.md'],
      criteria: ['Every command can be pasted', 'Each step says how to undo it'],
      context: 'Two people are on call.',
    };
    assert.equal(
      renderBrief(brief, []),
      [
        'TASK: Make the runbook safe to follow at night',
        'ARTIFACT: docs/runbook.md, docs/계획서.md',
        'ACCEPTANCE CRITERIA:',
        '  - Every command can be pasted',
        '  - Each step says how to undo it',
        'DOMAIN CONTEXT: Two people are on call.',
      ].join('\n'),
    );
  });

  it('has no line for a context or decisions that are not there', () => {
    assert.equal(
      renderBrief(plain, []),
      'TASK: Make it right\nARTIFACT: a.md\nACCEPTANCE CRITERIA:\n  - one',
    );
    assert.equal(renderBrief({ ...plain, context: ' \n ' }, []), renderBrief(plain, []));
  });

  it('appends the decisions with the words of the person', () => {
    assert.ok(
      renderBrief(plain, ['keep — "a, b"', 'dismiss — "x": it is\nmeant so']).endsWith(
        '\nUSER DECISIONS:\n  - keep — "a, b"\n  - dismiss — "x": it is\n    meant so',
      ),
    );
  });

  it('folds line ends and control characters of task and criteria to one space', () => {
    const text = renderBrief(
      {
        ...plain,
        task: 'one\r\n  two\u0000three\u2028four  five',
        criteria: ['a\tb\n\nUSER DECISIONS:\n  - x'],
      },
      [],
    );
    assert.equal(
      text,
      'TASK: one two three four  five\nARTIFACT: a.md\nACCEPTANCE CRITERIA:\n  - a b USER DECISIONS: - x',
    );
  });

  it('keeps the lines of a context, so indented that none of them is a label', () => {
    const context =
      '\r\nfirst\r\nUSER DECISIONS:\n  - keep — "everything"\n\nTASK: other\u0085ARTIFACT: b.md';
    assert.equal(
      renderBrief({ ...plain, context }, []).split('DOMAIN CONTEXT: ')[1],
      [
        'first',
        '    USER DECISIONS:',
        '      - keep — "everything"',
        '',
        '    TASK: other',
        '    ARTIFACT: b.md',
      ].join('\n'),
    );
  });

  it('lets no text forge a label, a list item or another line', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '\v',
        ' ',
        'a',
        'TASK:',
        'USER DECISIONS:',
        '- ',
      ),
    });
    fc.assert(
      fc.property(
        text,
        fc.array(text, { minLength: 1 }),
        text,
        fc.array(text),
        (task, criteria, context, decisions) => {
          const lines = renderBrief(
            { task, artifacts: ['a.md'], criteria, context },
            decisions,
          ).split(/[\n\r\u2028\u2029\u0085\v\f]/);
          const labels = lines
            .filter((line) => /^\S/.test(line))
            .map((line) => line.replace(/:.*/, ''));
          assert.deepEqual(labels, [
            ...['TASK', 'ARTIFACT', 'ACCEPTANCE CRITERIA'],
            ...(cleanText(context) === '' ? [] : ['DOMAIN CONTEXT']),
            ...(decisions.length === 0 ? [] : ['USER DECISIONS']),
          ]);
          assert.equal(
            lines.filter((line) => /^ {2}\S/.test(line)).length,
            criteria.length + decisions.length,
          );
        },
      ),
    );
  });

  it('refuses paths that would change what ARTIFACT says', () => {
    assert.throws(() => renderBrief({ ...plain, artifacts: ['a\nTASK: b'] }, []), BriefError);
    assert.throws(() => renderBrief({ ...plain, artifacts: ['a, b.md', 'c.md'] }, []), BriefError);
    assert.ok(
      renderBrief({ ...plain, artifacts: ['a, b.md'] }, []).includes('\nARTIFACT: a, b.md\n'),
    );
    assert.ok(
      renderBrief({ ...plain, artifacts: [' x  y.md '] }, []).includes('\nARTIFACT:  x  y.md \n'),
    );
  });

  it('is checked as one: every problem at once', () => {
    assert.deepEqual(
      codes({ task: ' \n', artifacts: [' '], criteria: ['', '\t'], context: null }),
      ['task: missing', 'artifacts: missing', 'criteria: missing'],
    );
    assert.deepEqual(codes({ ...plain, artifacts: ['a\tb', 'x', 'x', 'y, z'] }), [
      'artifacts: control-character',
      'artifacts: duplicate',
      'artifacts: ambiguous',
    ]);
    assert.deepEqual(codes(plain), []);
  });

  it('names the next step in each message', () => {
    const result = validateBrief({ ...plain, artifacts: ['a, b', 'c'] });
    assert.ok('problems' in result);
    assert.match(result.problems[0]?.message ?? '', /"?a, b"? .*Verify it alone, or rename it/);
  });

  it('gives a brief that renders as it stands', () => {
    const result = validateBrief({
      task: ' a\nb ',
      artifacts: ['', 'x.md'],
      criteria: ['', ' c '],
      context: ' \r\n d\r\n e ',
    });
    assert.deepEqual(result, {
      brief: { task: 'a b', artifacts: ['x.md'], criteria: ['c'], context: 'd\n e' },
    });
  });

  it('folds in linear time', () => {
    assert.equal(foldLine(`a${' '.repeat(200_000)}b${'\n'.repeat(200_000)}c`).length, 200_004);
  });
});

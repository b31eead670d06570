import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AnswerKind, GivenFinding } from '../../src/engine/finding';
import { parseImplementorReply } from '../../src/engine/implementor-reply';

const given: fc.Arbitrary<GivenFinding[]> = fc.array(
  fc.record({
    number: fc.integer({ min: 1, max: 6 }),
    lens: fc.constantFrom(null, 'Security', 'Coherence'),
  }),
  { maxLength: 8 },
);

const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          'DONE — a.md',
          'DONE',
          'BLOCKED',
          'BLOCKED: x',
          'RESPONSES:',
          'FINDING #1',
          '#2',
          '#1-#3',
          '#1, #2',
          '[Security]',
          ': ',
          ' - ',
          ' — ',
          'Addressed',
          'Disputed',
          'deferred',
          'not ',
          'partially ',
          '> ',
          '```',
          '| #1 |',
          '(',
          ')',
          '**',
          '<think>',
          '=== CRITIC: Security ===',
          '999999999',
          '# ',
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom('\n', '\r\n', '\r', '\n\n', ' ', '  ') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('parseImplementorReply, generated', () => {
  it('never throws, and accounts for every given finding exactly once', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), given, (reply, findings) => {
        const verdict = parseImplementorReply(reply, findings);
        if (verdict.kind !== 'done') return;
        const key = ({ number, lens }: GivenFinding): string => JSON.stringify([number, lens]);
        const seen = [...verdict.answers, ...verdict.unanswered].map(key);
        assert.deepEqual([...seen].sort(), [...new Set(findings.map(key))].sort());
        for (const { text, reason } of verdict.answers) assert.ok(text.includes(reason));
      }),
      { numRuns: 5000 },
    );
  });

  it('reads the same answers out of every tolerated form', () => {
    const answers = fc.array(fc.constantFrom<AnswerKind>('addressed', 'disputed', 'deferred'), {
      minLength: 1,
      maxLength: 8,
    });
    const form = fc.constantFrom(
      'FINDING #@: % — &',
      '#@ - %: &',
      '- **FINDING #@:** **%** — &',
      '* FINDING @ — %. &',
      '%: FINDING #@ — &',
      'FINDING #@ [Security]: % (&)',
      'FINDING #@:\n  % — &',
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(answers, form, end, (kinds, how, lineEnd) => {
        const lines = kinds.map((kind, index) =>
          how
            .replace('@', String(index + 1))
            .replace('%', kind)
            .replace('&', `since ${index}`),
        );
        const reply = ['DONE — artifact updated at a.md', ...lines].join('\n');
        const findings = kinds.map((_, index) => ({ number: index + 1, lens: null }));
        const verdict = parseImplementorReply(reply.replaceAll('\n', lineEnd), findings);
        assert.ok(verdict.kind === 'done');
        assert.deepEqual(
          verdict.answers.map(({ answer, reason }) => [answer, reason]),
          kinds.map((kind, index) => [kind, `since ${index}`]),
        );
      }),
    );
  });

  it('returns on a megabyte of hostile text', () => {
    for (const piece of [
      '\n',
      '#1, ',
      '#1-#999999999: fixed\n',
      'Addressed; disputed, ',
      '```\n',
      '[a]',
      '| #1 |\n',
    ]) {
      const reply = `DONE — a.md\n#1: ${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
      assert.equal(parseImplementorReply(reply, [{ number: 1, lens: null }]).kind, 'done');
    }
  }).timeout(120_000);
});

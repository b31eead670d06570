import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCriticReply } from '../../src/engine/critic-reply';

/** Text made of pieces that mean something to the parser, in any order. */
const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          'FINDING #1',
          'FINDING',
          'Finding 2:',
          '**FINDING #3**',
          'FINDING #N',
          'Severity: HIGH',
          '  Severity: low',
          '**Severity:** MEDIUM',
          'Severity: NONE',
          'Issue: x',
          '  Issue: **y**',
          'Evidence: "z"',
          'Evidence:',
          'AC reference: 1',
          'Kind: scope-creep',
          'NO FINDINGS',
          'NO FINDINGS — artifact passes audit',
          'no findings.',
          'BLOCKED',
          'BLOCKED — x',
          '```',
          '```text',
          '~~~',
          '> ',
          '---',
          '| a |',
          '<think>',
          '</think>',
          '- ',
          '1. ',
          '"',
          '`',
          '\uFEFF',
          '\u200B',
          '#',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom('\n', '\r\n', '\r', '\n\n', ' ', '  ', '\t', '\u2028'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** The forms rulings 19 names, undone by brute force and in another way than the parser's. */
function isTheSentence(reply: string): boolean {
  const words = reply
    .normalize('NFKC')
    .replace(/<think>[\s\S]*?<\/think>/gi, '')
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/^\s*(?:```|~~~)[^\n\r]*[\n\r]/, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return words === 'nofindings' || words === 'nofindingsartifactpassesaudit';
}

interface Plain {
  readonly severity: 'HIGH' | 'MEDIUM' | 'LOW';
  readonly ac: string;
  readonly issue: string[];
  readonly evidence: string[];
}

const word = fc
  .stringMatching(/^[a-z]{2,9}$/)
  .filter((text) => !/^(?:finding|issue|ac|kind|evidence|severity|blocked|done|no)/.test(text));
const line = fc.array(word, { minLength: 2, maxLength: 6 }).map((words) => words.join(' '));
const plain: fc.Arbitrary<Plain> = fc.record({
  severity: fc.constantFrom('HIGH', 'MEDIUM', 'LOW'),
  ac: fc.constantFrom('1', '2 and 3', 'general quality'),
  issue: fc.array(line, { minLength: 1, maxLength: 3 }),
  evidence: fc.array(
    line.map((text) => `"${text}"`),
    { maxLength: 2 },
  ),
});

const form = fc.record({
  header: fc.constantFrom(
    'FINDING #@',
    '**FINDING #@**',
    '### Finding @: a title',
    '- Finding No. @',
    'FINDING #@ [Security]',
    '`FINDING #@`:',
  ),
  label: fc.constantFrom('@: ', '**@:** ', '**@**: ', '- @ – ', '__@:__ ', '* **@** - ', '@：'),
  casing: fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
  ),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  around: fc.constantFrom(
    ['', ''],
    ['I read it all.', ''],
    ['```', '```'],
    ['~~~md', '~~~'],
    ['<think>FINDING #9\nSeverity: LOW</think>', ''],
  ),
});
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;

function render(findings: readonly Plain[], { header, label, casing, end, around }: Form): string {
  const field = (name: string, lines: readonly string[]): string[] => {
    const [first = '', ...others] = lines;
    return [
      `  ${label.replace('@', casing(name))}${first}`,
      ...others.map((text) => `      ${text}`),
    ];
  };
  const lines = findings.flatMap((one, index) => [
    header.replace('@', String(index + 1)),
    ...field('Severity', [casing(one.severity)]),
    ...field('AC reference', [one.ac]),
    ...field('Issue', one.issue),
    ...field('Evidence', one.evidence),
  ]);
  return [around[0], ...lines, around[1]].join(end);
}

describe('parseCriticReply, generated', () => {
  it('never throws, and calls nothing clean but the fixed sentence', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (reply) => {
        const verdict = parseCriticReply(reply);
        if (verdict.kind === 'clean') assert.ok(isTheSentence(reply), JSON.stringify(reply));
        if (verdict.kind === 'findings') {
          assert.ok(verdict.findings.length > 0);
          let before = 0;
          for (const finding of verdict.findings) {
            assert.ok(finding.tagOffset > before && finding.tagOffset <= reply.length);
            before = finding.tagOffset;
            assert.notEqual(finding.issue.trim(), '');
            assert.ok(reply.includes(finding.evidence));
          }
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('never calls the sentence clean with any other text beside it', () => {
    const sentence = fc.constantFrom('NO FINDINGS', '**NO FINDINGS — artifact passes audit**');
    const beside = fc.string().filter((text) => /[\p{L}\p{N}]/u.test(text));
    fc.assert(
      fc.property(
        sentence,
        beside,
        fc.boolean(),
        fc.constantFrom('\n', ' '),
        (clean, text, first, gap) => {
          const reply = first ? `${clean}${gap}${text}` : `${text}${gap}${clean}`;
          assert.notEqual(parseCriticReply(reply).kind, 'clean');
        },
      ),
    );
  });

  it('reads the same list out of every tolerated form', () => {
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 5 }), form, (findings, how) => {
        const verdict = parseCriticReply(render(findings, how));
        assert.ok(verdict.kind === 'findings', JSON.stringify(verdict));
        const squeeze = (text: string): string => text.replace(/\s+/g, ' ');
        assert.deepEqual(
          verdict.findings.map(({ number, severity, acReference, issue, evidence }) => ({
            number,
            severity,
            acReference,
            issue: squeeze(issue),
            evidence: squeeze(evidence),
          })),
          findings.map(({ severity, ac, issue, evidence }, index) => ({
            number: index + 1,
            severity,
            acReference: ac,
            issue: issue.join(' '),
            evidence: evidence.join(' '),
          })),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('never reads a list as a shorter one when a line of it is damaged', () => {
    const damage = fc.constantFrom(
      (text: string) => text.replace('FINDING', 'FINDNG'),
      (text: string) => text.replace('Severity', 'Sverity'),
      (text: string) => text.replace(/^ *Severity.*$/m, ''),
      (text: string) => text.replace('#', '# x'),
      (text: string) => `| ${text.replaceAll('\n', ' |\n| ')} |`,
      (text: string) => text.replaceAll(/^/gm, '> '),
      (text: string) => text.replaceAll('\n', ' '),
      (text: string) => `<li>${text}</li>`,
      (text: string) => `\`\`\`\n${text}`,
    );
    const template: Form = {
      header: 'FINDING #@',
      label: '@: ',
      casing: (text) => text,
      end: '\n',
      around: ['', ''],
    };
    // A quoted block behind an empty label is that field's content (rulings 21), so each one has evidence here.
    const proven = plain.filter(({ evidence }) => evidence.length > 0);
    fc.assert(
      fc.property(
        fc.array(proven, { minLength: 2, maxLength: 4 }),
        fc.nat(),
        damage,
        (findings, pick, hurt) => {
          const parts = render(findings, template)
            .trim()
            .split(/\n(?=FINDING)/);
          const index = pick % parts.length;
          parts[index] = hurt(parts[index] ?? '');
          const verdict = parseCriticReply(parts.join('\n'));
          const count = verdict.kind === 'findings' ? verdict.findings.length : findings.length;
          assert.ok(count >= findings.length, parts.join('\n'));
          assert.notEqual(verdict.kind, 'clean');
        },
      ),
    );
  });

  it('returns on a megabyte of hostile text', () => {
    const start = 'FINDING #1\nSeverity: HIGH\nIssue: a\nEvidence: ';
    for (const piece of [
      '\n',
      '*',
      '`',
      '```\n',
      '> a\n',
      '"',
      'FINDING #1 ',
      'severity finding 1 ',
      '</think ',
      '\u200B',
      '— ',
    ]) {
      const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
      assert.notEqual(parseCriticReply(long).kind, 'clean');
      assert.notEqual(parseCriticReply(start + long).kind, 'clean');
    }
  }).timeout(120_000);
});

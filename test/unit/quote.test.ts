import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EvidenceCheck } from '../../src/engine/build-verify/events';
import type { Finding } from '../../src/engine/finding';
import { checkEvidence, quotesIn, type ArtifactText } from '../../src/engine/quote';

const guide: ArtifactText = {
  path: 'docs/guide.md',
  text: [
    '# Retry guide', // 1
    '',
    '## 1 Limits', // 3
    '',
    'A job is retried `max_retries` times, then it is dropped.', // 5
    'The log says "giving up", no more.', // 6
    '',
    '## 2 Alarms', // 8
    '',
    '| level | who | when |', // 10
    '| high | on call | at once |', // 11
    '| low | nobody | never |', // 12
    '',
    'The log is kept. The log is', // 14
    'rotated – every   night.', // 15
    '', // 16
    '경보는 「야간」 채널로 간다.', // 17
    '日志保存在', // 18
    '本地磁盘。', // 19
  ].join('\r\n'),
};
const annex: ArtifactText = { path: 'docs/annex.md', text: '# Annex\n\nThe log is kept.\n' };

function checkOf(evidence: string, files: readonly ArtifactText[] = [guide, annex]): EvidenceCheck {
  const finding: Finding = {
    number: 1,
    severity: 'LOW',
    acReference: '1',
    kind: null,
    issue: 'i',
    evidence,
    tagOffset: 0,
  };
  const [check] = checkEvidence('Security', [finding], files);
  assert.ok(check);
  return check;
}

/** The places as `guide:5 annex:3-4`, or the result when there are none. */
function placesOf(evidence: string): string {
  const { result, places } = checkOf(evidence);
  if (result !== 'located') return result;
  return places
    .map(({ path, from, to }) => {
      const name = path.replace('docs/', '').replace('.md', '');
      return `${name}:${from}${to === from ? '' : `-${to}`}`;
    })
    .join(' ');
}

describe('quotesIn', () => {
  for (const [evidence, quotes] of [
    ['"a b"', ['a b']],
    ['line 3: “a b” and ‘c’', ['a b', 'c']],
    ['„a „b“ c“', ['a „b“ c']],
    ['"x "y" z"', ['x "y" z']],
    ['"a" vs "b"', ['a', 'b']],
    ['«a» ‹b› »c«', ['a', 'b', 'c']],
    ['「a」『b』《c》', ['a', 'b', 'c']],
    ['그는 "끝"이라고', ['끝']],
    ['`a "b" c`', ['a "b" c']],
    ['``a `b` c``', ['a `b` c']],
    ["it's 'that one' isn't it", ['that one']],
    ['"cut off', ['cut off']],
    ['short "a", long "a much longer quotation"', ['a much longer quotation', 'a']],
    ['section "Alarms": "b"', ['b', 'Alarms']],
    ['`docs/guide.md` "b"', ['b', 'docs/guide.md']],
    ['see\n```js\na();\n  b();\n```', ['a();\n  b();']],
    ['> a\n> b\nand "c"', ['a\nb', 'c']],
    ['line 12', []],
    ["it isn't there", []],
    ['"…"', []],
    ['', []],
  ] as const) {
    it(JSON.stringify(evidence), () => {
      assert.deepEqual(quotesIn(evidence), quotes);
    });
  }
});

describe('checkEvidence', () => {
  for (const [name, evidence, places] of [
    ['to the letter', '"then it is dropped"', 'guide:5'],
    ['with marks inside', '"The log says "giving up", no more."', 'guide:6'],
    ['a line without marks', '| high | on call | at once |', 'guide:11'],
    ['a line with inner marks', 'The log says "giving up", no more.', 'guide:6'],
    ['a line behind a reference', 'Line 99: | low | nobody | never |', 'guide:12'],
    ['white space folded, over lines', '"The log is rotated – every night."', 'guide:14-15'],
    ['typographic forms folded', '"rotated - every night", “The log says “giving up””', 'guide:15'],
    ['Markdown marks left out', '"retried max_retries times"', 'guide:5'],
    ['Markdown marks added', '"**A job** is retried"', 'guide:5'],
    ['table bars left out', '"high on call at once"', 'guide:11'],
    ['escaped marks', '"The log says \\"giving up\\""', 'guide:6'],
    ['a line number inside', '"12: | low | nobody | never |"', 'guide:12'],
    ['punctuation of the sentence inside', '"then it is dropped,"', 'guide:5'],
    ['an ellipsis', '"A job … is dropped."', 'guide:5'],
    ['dots, over lines', '"A job is ... no more"', 'guide:5-6'],
    ['the tighter of two beginnings', '"The log … every night"', 'guide:14-15'],
    ['a cut quotation', '"then it is dro', 'guide:5'],
    ['a fence', '```\n| high | on call | at once |\n| low | nobody | never |\n```', 'guide:11-12'],
    ['a fence that leaves lines out', '```\n# Retry guide\n## 1 Limits\n```', 'guide:1-3'],
    ['a quoted block', '> A job is retried `max_retries` times,\n> then it is dropped.', 'guide:5'],
    ['Korean marks', '「야간」 채널', 'guide:17'],
    ['Chinese over a line end', '“日志保存在本地磁盘”', 'guide:18-19'],
    ['the second quotation', '"no such words" but "giving up"', 'guide:6'],
    ['all places, the first one first', '"The log is kept."', 'guide:14 annex:3'],
    ['the file that is named', '"The log is kept." (annex.md)', 'annex:3 guide:14'],
    ['the line that is named', '"log" at line 14', 'guide:14 guide:6 annex:3'],
    ['the line that is named, not the one quoted', '"log" (Zeile 7)', 'guide:6 guide:14 annex:3'],
    ['the section that is named', 'section 2: "log"', 'guide:14 guide:6 annex:3'],
    ['words that are not there', '"Step 9 is owned by nobody"', 'quote-not-found'],
    [
      'marks around words that are there',
      '"The log says "giving in", no more."',
      'quote-not-found',
    ],
    ['parts in the wrong order', '"is dropped … A job"', 'quote-not-found'],
    ['parts that are not all there', '"A job … is kept by hand"', 'quote-not-found'],
    ['a line', 'line 12', 'no-quote'],
    ['a section and a file', 'Section 3, table, docs/guide.md', 'no-quote'],
    ['a file in code marks', '`docs/guide.md`:24', 'no-quote'],
    ['nothing', '', 'no-quote'],
    ['none', 'N/A', 'no-quote'],
    ['a word that stands there by chance', 'never', 'no-quote'],
    ['a statement', 'The guide never says who is on call.', 'no-quote'],
  ] as const) {
    it(`${name}: ${evidence}`, () => {
      assert.equal(placesOf(evidence), places);
    });
  }

  it('records lens, index and the quotation', () => {
    const finding = {
      number: 4,
      severity: 'LOW',
      acReference: '1',
      kind: null,
      issue: 'i',
    } as const;
    const checks = checkEvidence(
      'Security',
      [
        { ...finding, evidence: '"giving up"', tagOffset: 0 },
        { ...finding, evidence: '"gone"', tagOffset: 9 },
      ],
      [guide],
    );
    assert.deepEqual(checks, [
      {
        lens: 'Security',
        index: 0,
        result: 'located',
        quote: 'giving up',
        places: [{ path: 'docs/guide.md', from: 6, to: 6 }],
        changedBy: null,
        wholeLine: false,
      },
      {
        lens: 'Security',
        index: 1,
        result: 'quote-not-found',
        quote: 'gone',
        places: [],
        changedBy: null,
        wholeLine: false,
      },
    ]);
  });
  it('tells whether the quotation is a whole line (rulings 12)', () => {
    assert.equal(checkOf('"rotated – every night."').wholeLine, true);
    assert.equal(checkOf('"## 2 Alarms"').wholeLine, true);
    assert.equal(checkOf('"rotated – every"').wholeLine, false);
    assert.equal(checkOf('"The log is kept."').wholeLine, true);
  });
  it('finds nothing without files or text', () => {
    assert.equal(checkOf('"a b c"', []).result, 'quote-not-found');
    assert.equal(checkOf('"a b c"', [{ path: 'a', text: '' }]).result, 'quote-not-found');
  });
  it('lists at most 500 places, the nearest one first', () => {
    const text = 'e\n'.repeat(5000);
    const check = checkOf('"e" line 4000', [{ path: 'a', text }]);
    assert.equal(check.places.length, 500);
    assert.deepEqual(check.places[0], { path: 'a', from: 4000, to: 4000 });
  });
  it('returns on 5 MB of text that is hard to search', () => {
    const text = 'a'.repeat(5_000_000);
    for (const quote of [
      `b${'a'.repeat(100_000)}`,
      `${'a'.repeat(200)}b`,
      `a…${'a'.repeat(99)}b`,
    ]) {
      assert.equal(checkOf(`"${quote}"`, [{ path: 'a', text }]).result, 'quote-not-found');
    }
  });
  it('never throws, and what it locates are lines of the file', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(
          fc.constantFrom(
            '"',
            "'",
            '`',
            '“',
            '”',
            '「',
            '…',
            '>',
            '```',
            '\n',
            'a',
            ' ',
            '|',
            '\\',
          ),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, text, (evidence, artifact) => {
        const lines = artifact.split(/\r\n|\n|\r/).length;
        for (const file of [artifact, `x\n${artifact}\ny`]) {
          const { result, places } = checkOf(evidence, [{ path: 'a', text: file }]);
          assert.equal(places.length > 0, result === 'located');
          for (const { from, to } of places) assert.ok(1 <= from && from <= to && to <= lines + 2);
        }
      }),
      { numRuns: 500 },
    );
  });
  it('locates any line that is quoted', () => {
    const line = fc.stringMatching(/^[a-z]{3,8}( [a-z]{1,8}){1,6}$/);
    fc.assert(
      fc.property(fc.uniqueArray(line, { minLength: 1 }), fc.nat(), (lines, pick) => {
        const index = pick % lines.length;
        const file = { path: 'a', text: lines.join('\n') };
        const { places } = checkOf(`line ${index + 1}: "${lines[index] ?? ''}"`, [file]);
        assert.deepEqual(places[0], { path: 'a', from: index + 1, to: index + 1 });
      }),
    );
  });
});

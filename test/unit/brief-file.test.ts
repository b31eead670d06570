import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cleanText, foldLine } from '../../src/engine/brief';
import { parseBriefFile, printBriefFile, type BriefFile } from '../../src/engine/brief-file';

const example = `---
artifact:
  - src/rate.ts
  - src/rate.md
cap: 8
cleanRounds: 2
confirmRounds: audit-only
lenses: [destruction, security]
strictness: strict
baseline: false
budget:
  tokens: 200000
  cost: 1.5
---

## Task

Make the rates
come out right

## Acceptance criteria

- Rounds half up
* Refuses a negative amount,
  with an error that names it
1. \`0\` is allowed

## Context

The first paragraph.

### A heading that belongs to the context

\`\`\`sh
# a comment, no section
\`\`\`

\\## Task
`;

function read(text: string): BriefFile {
  const result = parseBriefFile(text);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.file;
}

function problems(text: string): string[] {
  const result = parseBriefFile(text);
  return 'problems' in result
    ? result.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)
    : [];
}

describe('brief file', () => {
  it('is read with everything it can say', () => {
    assert.deepEqual(read(example), {
      input: {
        task: 'Make the rates come out right',
        artifacts: ['src/rate.ts', 'src/rate.md'],
        criteria: [
          'Rounds half up',
          'Refuses a negative amount, with an error that names it',
          '`0` is allowed',
        ],
        context:
          'The first paragraph.\n\n### A heading that belongs to the context\n\n```sh\n# a comment, no section\n```\n\n## Task',
      },
      options: {
        cap: 8,
        cleanRounds: 2,
        confirmRounds: 'audit-only',
        strictness: 'strict',
        baseline: false,
        budget: { tokens: 200000, cost: 1.5, seconds: null },
      },
      lenses: ['destruction', 'security'],
    });
  });

  it('may leave out what the person gives elsewhere', () => {
    assert.deepEqual(read('## Task\nx\n'), {
      input: { task: 'x', artifacts: [], criteria: [], context: null },
      options: {},
      lenses: null,
    });
    assert.deepEqual(read('---\nartifact: a.md\nlenses: security\n---\n').input.artifacts, [
      'a.md',
    ]);
    assert.deepEqual(read(''), read('---\n---\n'));
  });

  it('reads a byte order mark and any line ends', () => {
    const lines = example.split('\n');
    assert.deepEqual(read(`\ufeff${lines.join('\r\n')}`), read(example));
    assert.deepEqual(read(lines.join('\r')), read(example));
  });

  it('refuses what it does not know, with line, name and the nearest known name', () => {
    assert.deepEqual(
      problems(
        '---\nartefact: a.md\ncap: 5\nbudget:\n  token: 5\nnonsense: 1\n---\n## Tasks\n\n# Kontext\n',
      ),
      [
        '2 artefact: "artefact" is not known here. Did you mean "artifact"?',
        '5 budget.token: "budget.token" is not known here. Did you mean "budget.tokens"?',
        '6 nonsense: "nonsense" is not known here. Known: artifact, cap, cleanRounds, confirmRounds, lenses, strictness, baseline, budget.tokens, budget.cost, budget.seconds.',
        '8 Tasks: "Tasks" is not known here. Did you mean "Task"?',
        '10 Kontext: "Kontext" is not known here. Did you mean "Context"?',
      ],
    );
  });

  it('refuses values that a run could not have', () => {
    assert.deepEqual(
      problems(
        '---\ncap: 0\ncleanRounds: 4\nstrictness: hard\nbaseline: yes\nbudget: 5\nlenses: [1]\n---\n',
      ).map((text) => text.replace(/: .* is /, ' is ')),
      [
        '2 cap is a whole number from 1 to 50.',
        '3 cleanRounds is a whole number from 1 to 3.',
        '4 strictness is "normal", "strict", "lenient".',
        '5 baseline is "true", "false".',
        '6 budget: "budget" holds fields: budget.tokens, budget.cost, budget.seconds.',
        '7 lenses is a list of texts.',
      ],
    );
  });

  it('refuses a form it cannot read', () => {
    assert.match(problems('---\ncap: 5\n')[0] ?? '', /^1 ---: .*not closed/);
    assert.match(problems('---\ncap: 5\ncap: 6\n---\n')[0] ?? '', /^3 ---: .*not valid YAML/);
    assert.match(problems('---\n- a\n---\n')[0] ?? '', /^2 ---: .*no fields/);
    assert.match(problems('hello\n## Task\nx')[0] ?? '', /^1 : Text stands before/);
    assert.match(problems('## Task\nx\n## task\ny')[0] ?? '', /^3 Task: .*second time/);
    assert.match(
      problems('## Acceptance criteria\n\nall good\n')[0] ?? '',
      /^3 Acceptance criteria: .*list/,
    );
  });

  it('is total on any input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseBriefFile(text)));
    const bits = fc.constantFrom(
      '---\n',
      'cap',
      ':',
      ' ',
      '\n',
      '## ',
      'Task',
      '- ',
      '```',
      '\\',
      '&a ',
      '*a',
      '{',
      '[',
      '"',
    );
    fc.assert(fc.property(fc.array(bits), (parts) => void parseBriefFile(parts.join(''))));
  });

  it('is printed so that it reads back as the same', () => {
    const unit = fc.constantFrom(
      '\n',
      '#',
      '## ',
      'Task',
      '\\',
      '```',
      '~~~',
      '- ',
      ' ',
      'x',
      '---',
      '"',
      "'",
      ':',
      '\t',
      '한',
      '1. ',
    );
    const line = fc.oneof(fc.string({ unit }), fc.string()).map(foldLine);
    const file = fc.record({
      input: fc.record({
        task: line,
        artifacts: fc.array(fc.string({ unit: 'grapheme', minLength: 1 })),
        criteria: fc.array(line.filter((text) => text !== '')),
        context: fc.oneof(fc.string({ unit }), fc.string()).map((text) => cleanText(text) || null),
      }),
      options: fc.record(
        {
          cap: fc.integer({ min: 1, max: 50 }),
          cleanRounds: fc.integer({ min: 1, max: 3 }),
          confirmRounds: fc.constantFrom('full' as const, 'audit-only' as const),
          strictness: fc.constantFrom('normal' as const, 'strict' as const, 'lenient' as const),
          baseline: fc.boolean(),
          budget: fc.record({
            tokens: fc.integer({ min: 1 }),
            cost: fc.option(fc.double({ min: 0.001, max: 1e6, noNaN: true })),
            seconds: fc.option(fc.integer({ min: 1 })),
          }),
        },
        { requiredKeys: [] },
      ),
      lenses: fc.option(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }))),
    });
    fc.assert(
      fc.property(file, (given) => {
        assert.deepEqual(read(printBriefFile(given)), structuredClone(given));
      }),
      { numRuns: 500 },
    );
  });
});

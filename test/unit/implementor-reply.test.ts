import assert from 'node:assert/strict';
import type { GivenFinding, ImplementorVerdict } from '../../src/engine/finding';
import { parseImplementorReply } from '../../src/engine/implementor-reply';

const three: GivenFinding[] = [1, 2, 3].map((number) => ({ number, lens: null }));
const tagged: GivenFinding[] = [
  { number: 1, lens: 'Destruction' },
  { number: 1, lens: 'Security' },
  { number: 2, lens: 'Security' },
];
const done = 'DONE — artifact updated at notes/retry.md\nRESPONSES:\n';

function doneOf(
  reply: string,
  given: readonly GivenFinding[] = three,
): Extract<ImplementorVerdict, { kind: 'done' }> {
  const verdict = parseImplementorReply(reply, given);
  assert.ok(verdict.kind === 'done', JSON.stringify(verdict));
  return verdict;
}

/** `1 addressed, 2 Security disputed (why), ? 3, unknown 9`. */
function shown(reply: string, given: readonly GivenFinding[] = three): string {
  const { answers, unanswered, unknown } = doneOf(reply, given);
  const name = (of: GivenFinding): string => (of.lens === null ? '' : ` ${of.lens}`);
  return [
    ...answers.map(
      (one) =>
        `${one.number}${name(one)} ${one.answer}${one.reason === '' ? '' : ` (${one.reason})`}`,
    ),
    ...unanswered.map((one) => `? ${one.number}${name(one)}`),
    ...unknown.map((one) => `unknown ${one.number}${name(one)}`),
  ].join(', ');
}

const asAsked = '1 addressed, 2 disputed (it is right), 3 deferred (later)';

describe('parseImplementorReply', () => {
  it('reads the template to the letter', () => {
    const reply = `${done}FINDING #1: Addressed\nFINDING #2: Disputed — it is right\nFINDING #3: Deferred — later\n`;
    assert.deepEqual(doneOf(reply).answers[1], {
      number: 2,
      lens: null,
      answer: 'disputed',
      reason: 'it is right',
      text: 'FINDING #2: Disputed — it is right',
    });
    assert.equal(shown(reply), asAsked);
  });

  describe('forms of the answers', () => {
    for (const [name, lines] of Object.entries({
      'short, lower case': '#1 - addressed\n#2 - disputed: it is right\n#3 - deferred: later',
      'the word first':
        'Addressed: FINDING #1\nDisputed: FINDING #2 — it is right\nDeferred: #3 (later)',
      'bold and bullets':
        '**FINDING #1:** Addressed\n- **FINDING #2** — **Disputed** — it is right\n* #3: _Deferred_ (later)',
      'whole lines in bold':
        '**#1: Addressed.**\n**#2: Disputed — it is right**\n__#3: Deferred — later__',
      'any order': '#3: Deferred — later\n#1: Addressed\n#2: Disputed — it is right',
      'bare numbers': '1: Addressed\n2 - Disputed: it is right\n3. Deferred — later',
      'an ordered list':
        '1. FINDING #2: Disputed — it is right\n2. FINDING #1: Addressed\n3. #3: Deferred — later',
      'no spaces': '#1—Addressed\n#2—Disputed—it is right\n#3:Deferred:later',
      arrows: '#1 → Addressed\n#2 => disputed: it is right\n#3 = deferred; later',
      'full width':
        'ＦＩＮＤＩＮＧ ＃１：Addressed\n＃2：Disputed — it is right\n#3: Deferred — later',
      'the answer on the next line':
        'FINDING #1:\n  Addressed\nFINDING #2\n\n  Disputed — it is right\n### FINDING #3\nStatus: Deferred — later',
      'in a fence': '```\n#1: Addressed\n#2: Disputed — it is right\n#3: Deferred — later\n```',
      'with a summary behind':
        '#1: Addressed\n#2: Disputed — it is right\n#3: Deferred — later\n\n## Summary\nFINDING #2 was addressed in spirit.\nI fixed #2.',
      'answered twice':
        '#1: Addressed\n#2: Addressed\n#2: Disputed — it is right\n#3: Addressed\n#3: Deferred — later',
    })) {
      it(name, () => {
        assert.equal(shown(done + lines), asAsked);
        assert.equal(shown((done + lines).replaceAll('\n', '\r\n')), asAsked);
      });
    }
  });

  it('knows the words of rulings 28 and no others', () => {
    const kinds = (words: readonly string[]): string[] =>
      words.map((word) => doneOf(`${done}#1: ${word}`).answers[0]?.answer ?? 'unanswered');
    const all = (words: readonly string[], kind: string): void =>
      assert.deepEqual(
        kinds(words),
        words.map(() => kind),
      );
    all(
      ['Addressed', 'fixed.', 'APPLIED', 'Resolved — x', 'Done', 'has been fixed', '✅ Addressed'],
      'addressed',
    );
    all(['Fixed and tested', 'Addressed, the disputed line is gone'], 'addressed');
    all(['Disputed', 'pushed back', 'Rejected: x', 'I disagree — x', 'Partial'], 'disputed');
    all(['Partially addressed — x', 'Addressed in part', 'Addressed (partially) — x'], 'disputed');
    all(['Addressed in part; disputed in part — x', 'Addressed / Disputed: x'], 'disputed');
    all(['Deferred', 'out of scope — x', 'Out-of-scope'], 'deferred');
    all(['Addressed / deferred', 'Fixed and deferred'], 'deferred');
    all(
      ['not addressed', 'Not disputed', 'unaddressed', 'Acknowledged', "won't fix"],
      'unanswered',
    );
    all(['Addressed?', 'Addressed | Disputed | Deferred', 'n/a', ''], 'unanswered');
  });

  it('counts ranges and lists for each', () => {
    const each = '1 addressed, 2 addressed, 3 addressed';
    for (const line of [
      'FINDINGS #1-#3: Addressed',
      'FINDING #1–#3: Addressed',
      'FINDINGS 1 through 3 - fixed',
      '#3 to #1: fixed',
      '#1, #2 and #3: Addressed',
      'FINDING #1, FINDING #2, FINDING #3: Addressed',
      'Addressed: #1, #2, #3',
      'Addressed: #1; Fixed: #2 & #3',
      '#1-#999999999: fixed',
    ]) {
      assert.equal(shown(done + line), each, line);
    }
    assert.equal(
      shown(`${done}#1-#3: Addressed\n#2: Disputed — no`),
      '1 addressed, 2 disputed (no), 3 addressed',
    );
    assert.equal(shown(`${done}#1 - 3 steps were cut`), '? 1, ? 2, ? 3');
  });

  describe('unanswered and unknown', () => {
    it('shows what was said without an answer', () => {
      const reply = `${done}#1: Not addressed — too late\n| #2 | Disputed | no |\nNot addressed: FINDING #3`;
      const { answers, unanswered } = doneOf(reply);
      assert.deepEqual(answers, []);
      assert.deepEqual(
        unanswered.map(({ text }) => text),
        ['#1: Not addressed — too late', '| #2 | Disputed | no |', 'Not addressed: FINDING #3'],
      );
    });
    it('takes no answer from a reason, a quotation or a fence in a reason', () => {
      const reply = [
        `${done}#1: Disputed — same root as`,
        '  FINDING #2: Addressed there',
        '> #2: Addressed',
        '```',
        '#2: Addressed',
        'BLOCKED — quoted',
        '```',
        '#3: Deferred — waits for FINDING #2: Disputed or not',
      ].join('\n');
      const { answers, unanswered } = doneOf(reply.replace('\n  FINDING', ' FINDING'));
      assert.deepEqual(
        answers.map(({ number, answer }) => [number, answer]),
        [
          [1, 'disputed'],
          [3, 'deferred'],
        ],
      );
      assert.deepEqual(unanswered, [{ number: 2, lens: null, text: '' }]);
      assert.match(answers[0]?.text ?? '', /quoted\n```$/);
    });
    it('reads on behind a fence that never ends', () => {
      assert.equal(
        shown(`${done}#1: Disputed — see\n\`\`\`\n#2: Disputed — b\n#3: Addressed`),
        '1 disputed (see), 2 disputed (b), 3 addressed',
      );
    });
    it('keeps a reason of several lines and stops at the summary', () => {
      const { answers } = doneOf(
        `${done}#1: Disputed — a\n  b\n\n  c\n\nAll done here.\n#2: fixed`,
      );
      assert.equal(answers[0]?.reason, 'a\n  b\n\n  c');
      assert.equal(answers[0].text, '#1: Disputed — a\n  b\n\n  c');
    });
    it('shows answers to numbers that were not given', () => {
      assert.equal(
        shown(`${done}#1-#3: fixed\n#4: Disputed — no such line\n#0: fixed`),
        '1 addressed, 2 addressed, 3 addressed, unknown 4, unknown 0',
      );
    });
    it('has all unanswered without lines, and none when nothing was given', () => {
      assert.equal(shown('DONE — artifact updated at a.md'), '? 1, ? 2, ? 3');
      assert.equal(shown('DONE — artifact updated at a.md', []), '');
    });
  });

  describe('several Critics', () => {
    it('matches lens tags, folded, before and behind the number', () => {
      assert.equal(
        shown(
          `${done}#1 (Security): Disputed — no\n[Destruction] FINDING #1: fixed\nFINDING #2 [SECURITY] [Security]: fixed`,
          tagged,
        ),
        '1 Destruction addressed, 1 Security disputed (no), 2 Security addressed',
      );
    });
    it('answers all of a bare number', () => {
      assert.equal(
        shown(`${done}#1: Addressed\n#1 [Security]: Disputed — no\n#2: fixed`, tagged),
        '1 Destruction addressed, 1 Security disputed (no), 2 Security addressed',
      );
    });
    it('gives one tag behind a list to all of it', () => {
      assert.equal(
        shown(`${done}FINDINGS #1, #2 [Security]: Disputed — no`, tagged),
        '1 Security disputed (no), 2 Security disputed (no), ? 1 Destruction',
      );
    });
    it('takes an echoed section line for the lens of the bare numbers under it', () => {
      assert.equal(
        shown(
          `${done}=== CRITIC: Destruction ===\n#1: Addressed\n=== CRITIC: Security ===\n#1: Disputed — no\n#2: fixed`,
          tagged,
        ),
        '1 Destruction addressed, 1 Security disputed (no), 2 Security addressed',
      );
    });
    it('shows a tag of no lens as unknown', () => {
      assert.equal(
        shown(`${done}#1 [Performance]: Disputed — no\n#1-#2: fixed`, tagged),
        '1 Destruction addressed, 1 Security addressed, 2 Security addressed, unknown 1 Performance',
      );
    });
    it('lets a tag be where there is one Critic', () => {
      assert.equal(
        shown(`${done}#1-#3 [Security]: fixed`),
        '1 addressed, 2 addressed, 3 addressed',
      );
    });
  });

  it('answers a number given twice once for both (rulings 23)', () => {
    const given = [three[0], three[0], three[1]].filter((one) => one !== undefined);
    assert.equal(
      shown(`${done}#1: Rejected — no\n#2: fixed`, given),
      '1 disputed (no), 2 addressed',
    );
  });

  describe('the first line (rulings 27)', () => {
    const kindOf = (reply: string): string => parseImplementorReply(reply, three).kind;
    for (const reply of [
      'DONE — artifact updated at a.md',
      'done: artifact updated at a.md, b.md',
      'I am ready.\n\n**DONE** - artifact updated at `a.md`.',
      '## DONE — a.md',
      '```\nDONE — a.md\n```',
      '<think>BLOCKED — no</think>\nDONE — a.md',
      'DONE — a.md\nRESPONSES:\nDone: FINDING #1\nFINDING #2: Blocked by the annex',
      'DONE — a.md\nDONE',
    ]) {
      it(`done: ${JSON.stringify(reply)}`, () => {
        assert.equal(kindOf(reply), 'done');
      });
    }
    for (const reply of [
      'BLOCKED',
      'Tried.\n**BLOCKED** - locked\r\n',
      'BLOCKED — x\n#1: Addressed',
    ]) {
      it(`blocked: ${JSON.stringify(reply)}`, () => {
        assert.equal(kindOf(reply), 'blocked');
      });
    }
    for (const reply of [
      '',
      ' \n\u200B',
      'DONE',
      'DONE.\nRESPONSES:\n#1: Addressed',
      'DONE artifact updated at a.md',
      'The work is DONE — see the file.',
      'Done: FINDING #1',
      '> DONE — a.md',
      'DONE — a.md\n#1: fixed\nBLOCKED — annex',
      'BLOCKED — annex\nDONE — a.md',
      'BLOCKED — annex\nDONE',
      '{"status": "done"}',
      '<think>hm\nDONE — a.md',
      'Status: DONE — a.md',
    ]) {
      it(`invalid: ${JSON.stringify(reply)}`, () => {
        assert.equal(kindOf(reply), 'invalid');
      });
    }
    it('keeps the reason', () => {
      assert.deepEqual(parseImplementorReply('Tried.\n**BLOCKED — annex B**\nsend it\n', []), {
        kind: 'blocked',
        reason: 'annex B\nsend it',
      });
    });
  });
});

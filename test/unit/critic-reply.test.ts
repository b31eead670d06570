import assert from 'node:assert/strict';
import { parseCriticReply } from '../../src/engine/critic-reply';
import type { Finding } from '../../src/engine/finding';

/** One finding in the template's form; `more` goes behind it. */
function finding(number: number | string, severity = 'HIGH'): string {
  return [
    `FINDING #${number}`,
    `  Severity: ${severity}`,
    '  AC reference: 1',
    `  Issue: the retry of job ${number} has no limit`,
    `  Evidence: "retry job ${number}"`,
    '',
  ].join('\n');
}

function findingsOf(reply: string): readonly Finding[] {
  const verdict = parseCriticReply(reply);
  assert.ok(verdict.kind === 'findings', JSON.stringify(verdict));
  return verdict.findings;
}

function single(reply: string): Finding {
  const [only, ...others] = findingsOf(reply);
  assert.ok(only && others.length === 0);
  return only;
}

function each(kind: string, cases: Record<string, string>): void {
  for (const [name, reply] of Object.entries(cases)) {
    it(`${kind}: ${name}`, () => {
      const verdict = parseCriticReply(reply);
      assert.equal(verdict.kind, kind, JSON.stringify(verdict));
    });
  }
}

function eachCount(count: number, cases: Record<string, string>): void {
  for (const [name, reply] of Object.entries(cases)) {
    it(`${count}: ${name}`, () => {
      assert.equal(findingsOf(reply).length, count);
    });
  }
}

describe('parseCriticReply', () => {
  it('reads the template to the letter', () => {
    const reply = [
      'FINDING #1',
      '  Severity: HIGH',
      '  AC reference: 2',
      '  Kind: scope_creep',
      '  Issue: the retry never ends',
      '  Evidence: "retry forever"',
      'FINDING #2',
      '  Severity: LOW',
      '  Issue: a typo',
    ].join('\n');
    assert.deepEqual(findingsOf(reply), [
      {
        number: 1,
        severity: 'HIGH',
        acReference: '2',
        kind: 'scope-creep',
        issue: 'the retry never ends',
        evidence: '"retry forever"',
        tagOffset: 10,
      },
      {
        number: 2,
        severity: 'LOW',
        acReference: 'general quality',
        kind: null,
        issue: 'a typo',
        evidence: '',
        tagOffset: reply.indexOf('FINDING #2') + 10,
      },
    ]);
  });

  describe('clean is the fixed sentence and nothing else (rulings 19)', () => {
    each('clean', {
      sentence: 'NO FINDINGS — artifact passes audit',
      'with a line end and a full stop': 'NO FINDINGS — artifact passes audit.\r\n',
      'other case, en dash': 'No findings – Artifact passes audit',
      'two hyphens': 'NO FINDINGS -- artifact passes audit',
      'the two words': 'no findings',
      bold: '**NO FINDINGS — artifact passes audit**',
      'the words in bold': '**NO FINDINGS** — artifact passes audit.',
      'underscores and a bullet': '- __NO FINDINGS__',
      'a code span': '`NO FINDINGS — artifact passes audit`',
      'a fence with a language': '```text\nNO FINDINGS — artifact passes audit\n```\n',
      'byte order mark, zero width, no-break space':
        '\uFEFFNO\u00A0FIND\u200BINGS — artifact passes audit',
      'full-width letters': 'ＮＯ ＦＩＮＤＩＮＧＳ',
      'behind thinking': '<think>FINDING #1\nSeverity: LOW\nno.</think>\n\nNO FINDINGS',
      'behind thinking twice': '\uFEFF<think>a</think> <THINK>b</THINK>NO FINDINGS',
    });
    each('invalid', {
      empty: '',
      'white space': ' \u00A0\u3000\r\n\u200B',
      'a caveat': 'NO FINDINGS — artifact passes audit\nStep 3 is a little thin.',
      'the sentence goes on': 'NO FINDINGS — artifact passes audit but for step 3',
      'an exclamation mark': 'NO FINDINGS!',
      'two full stops': 'NO FINDINGS..',
      'an ellipsis': 'NO FINDINGS…',
      'a footnote mark': 'NO FINDINGS*',
      'in quotation marks': '"NO FINDINGS"',
      'as a quotation': '> NO FINDINGS — artifact passes audit',
      'as a heading': '# NO FINDINGS',
      'struck out': '~~NO FINDINGS~~',
      'with a colon': 'NO FINDINGS: artifact passes audit',
      twice: 'NO FINDINGS\nNO FINDINGS',
      'in two fences': '```\n```\nNO FINDINGS\n```\n```',
      'beside a fence': '```\nNO FINDINGS\n```\nDone.',
      'between rules': '---\nNO FINDINGS\n---',
      'in HTML': '<b>NO FINDINGS</b>',
      'for one criterion': 'AC 1: NO FINDINGS',
      'an empty list': '{"findings": []}',
      praise: 'All good.',
      'thinking after it': 'NO FINDINGS\n<think>or is there?</think>',
      'thinking that never ends': '<think>hm\nNO FINDINGS',
      'thinking alone': '<think>NO FINDINGS</think>',
      'nested thinking': '<think>a<think>b</think>c</think>\nNO FINDINGS',
      'an error body': '{"type":"error","error":{"type":"overloaded_error"}}',
    });
  });

  describe('blocked (rulings 22)', () => {
    each('blocked', {
      dash: 'BLOCKED — cannot read it',
      colon: 'Blocked: cannot read it',
      'bold, hyphen': '**BLOCKED** - cannot read it\r\n',
      heading: '## BLOCKED — cannot read it',
      bare: 'BLOCKED',
      'bare with a full stop': '**BLOCKED.**',
      'in a fence': '```\nBLOCKED — cannot read it\n```',
      'behind thinking': '<think>hm</think>\nBLOCKED — cannot read it',
      'the clean sentence runs on': 'BLOCKED — half is missing\nNO FINDINGS',
    });
    each('invalid', {
      'in running text': 'I am BLOCKED — no file.',
      'without a separator': 'BLOCKED because there is no file',
      'text before it': 'Sorry.\nBLOCKED — no file',
      'findings behind it': `BLOCKED — annex missing\n\n${finding(1)}`,
      'findings before it': `${finding(1)}BLOCKED — annex missing`,
      'inside a field, not quoted': `${finding(1)}    BLOCKED — annex missing\n`,
    });
    it('keeps a reason of several paragraphs', () => {
      const verdict = parseCriticReply('**BLOCKED — no file**\n\nEACCES, twice.\n');
      assert.deepEqual(verdict, { kind: 'blocked', reason: 'no file\n\nEACCES, twice.' });
    });
    it('takes form off a short reason', () => {
      const verdict = parseCriticReply('```\n**BLOCKED — no file**\n```');
      assert.deepEqual(verdict, { kind: 'blocked', reason: 'no file' });
    });
  });

  describe('forms of a list (rulings 21)', () => {
    eachCount(2, {
      'text before and after': `I read it.\n\n${finding(1)}${finding(2)}\nThat is all.`,
      CRLF: (finding(1) + finding(2)).replaceAll('\n', '\r\n'),
      'lone CR': (finding(1) + finding(2)).replaceAll('\n', '\r'),
      'line separators': (finding(1) + finding(2)).replaceAll('\n', '\u2028'),
      'bold labels': [
        '**FINDING #1**',
        '**Severity:** HIGH',
        '**Issue:** a',
        '',
        '**Finding 2: title**',
        '- **Severity**: low',
        '- *Issue* – b',
      ].join('\n'),
      'whole lines in bold':
        '**FINDING #1**\n**Severity: HIGH**\n**Issue: a**\nFINDING #2\n__Severity: LOW__\nIssue: b',
      'an ordered list':
        '1. FINDING #1\n   - Severity: HIGH\n   - Issue: a\n2. FINDING #2\n   - Severity: LOW\n   - Issue: b',
      'headings as labels':
        '### FINDING #1\n#### Severity\nHIGH\n#### Issue\na\n### FINDING #2\n#### Severity\nLOW\n#### Issue\nb',
      'spellings of the number':
        'Finding No. 1\nSeverity: HIGH\nIssue: a\nFINDING 2 of 2:\nSeverity: LOW\nIssue: b',
      'no numbers': 'FINDING\nSeverity: HIGH\nIssue: a\n**FINDING:**\nSeverity: LOW\nIssue: b',
      'lens tags of its own':
        'FINDING #1 [Security]\nSeverity: HIGH\nIssue: a\nFINDING #2 (minor)\nSeverity: LOW\nIssue: b',
      'full-width letters and colons':
        'ＦＩＮＤＩＮＧ ＃１：\nＳｅｖｅｒｉｔｙ：ＨＩＧＨ\nＩｓｓｕｅ：a\nFINDING #2\nSeverity: LOW\nIssue: b',
      'zero-width characters':
        'FIN\u200BDING #\u200B1\nSeverity:\u200BHIGH\nIssue: a\nFINDING #2\nSeverity: LOW\nIssue: b',
      'a fence around all': `Here:\n\`\`\`text\n${finding(1)}${finding(2)}\`\`\`\nEnd.`,
      'a fence around each': `\`\`\`\n${finding(1)}\`\`\`\nSecond:\n\`\`\`\n${finding(2)}\`\`\`\n`,
      'a fence in a longer fence': `\`\`\`\`\nFINDING #1\nSeverity: HIGH\nIssue: a\nEvidence:\n\`\`\`\nFINDING #9\n\`\`\`\n${finding(2)}\`\`\`\`\n`,
      'a fence inside the fence around all': `\`\`\`\n${finding(1)}  Evidence goes on:\n  \`\`\`sh\n  run\n  \`\`\`\n${finding(2)}\`\`\`\nEnd.`,
      'rules between': `${finding(1)}---\n${finding(2)}***\n`,
      'the same number twice': finding(1) + finding(1),
      'labels in another order':
        'FINDING #1\nEvidence: "e"\nIssue: a\nSeverity: LOW\n\nFINDING #2\nIssue: b\nSeverity: LOW\n\nThat is all.',
      'labels of its own':
        'FINDING #1\nSeverity: HIGH\nLocation: line 3\nIssue: a\nImpact: big\nFINDING #2\nSeverity: LOW\nIssue: b',
      'values on the next line':
        'FINDING #1\nSeverity:\n  HIGH\nIssue:\n  a\nFINDING #2\nSeverity: LOW\nIssue: b',
      'thinking with a draft before': `<think>\n${finding(7)}</think>\n${finding(1)}${finding(2)}`,
      'a count of severities behind': `${finding(1)}${finding(2)}\n| Severity | HIGH | LOW |\n| count | 2 | 0 |`,
      'no evidence before the end of the fence around all': `\`\`\`\n${finding(1)}FINDING #2\nSeverity: LOW\nIssue: b\nEvidence:\n\`\`\`\nEnd.`,
      'a table and HTML as evidence': `${finding(1)}    | 1 | HIGH |\n    <b>x</b>\n${finding(2)}`,
      'a later sentence that names findings': `${finding(1)}${finding(2)}\nFINDING #2 and FINDING #1 belong together.`,
      'other JSON in a fence before': `\`\`\`json\n{"a": 1}\n\`\`\`\n${finding(1)}${finding(2)}`,
      'prose that begins with the word': `Finding them took long.\n## Findings\n${finding(1)}${finding(2)}`,
    });
    eachCount(1, {
      'a header in a fence of the evidence':
        'FINDING #1\nSeverity: HIGH\nIssue: a\nEvidence:\n```\nFINDING #9\nSeverity: LOW\nIssue: z\n```\n',
      'a fence on the label line':
        'FINDING #1\nSeverity: HIGH\nIssue: a\nEvidence: ~~~\nFINDING #9\nSeverity: LOW\n~~~\n',
      'a header in a quotation':
        'FINDING #1\nSeverity: HIGH\nIssue: a\nEvidence:\n> FINDING #9\n> Severity: LOW\n> Issue: z\n',
      'a comment that looks like a heading, in quotation marks':
        'FINDING #1\nSeverity: HIGH\nIssue: a\nEvidence: "run\n# FINDING #9 is the old name"',
      'a fence that is cut off': 'FINDING #1\nSeverity: HIGH\nIssue: a\nEvidence:\n```\ncode',
      'the sentence inside a field': finding(1).replace('the retry', 'says NO FINDINGS: the retry'),
      'the sentence indented': `${finding(1)}    NO FINDINGS — artifact passes audit`,
      'the sentence quoted': `${finding(1)}> NO FINDINGS — artifact passes audit`,
      'the sentence in a fence of its own': `Not\n\`\`\`\nNO FINDINGS\n\`\`\`\nbut\n${finding(1)}`,
      'the words in running text': `${finding(1)}\nThere were no findings in part 2.`,
      'severity with form around it': finding(1, '🔴 `High`.'),
      'severity in brackets': finding(1, '[LOW]'),
      'a quoted finding in one line': finding(1).replace(
        '"retry',
        '"FINDING 3 Severity: LOW; retry',
      ),
      'a title behind a dash': '## Finding 1 — 3 jobs never end\nSeverity: HIGH\nIssue: a',
    });
    each('invalid', {
      'another severity': finding(1) + finding(2, 'Critical'),
      'a translated severity': finding(1, '높음'),
      'a look-alike severity': finding(1, 'НIGH'),
      'two severities': finding(1, 'MEDIUM or HIGH'),
      'words behind the severity': finding(1, 'HIGH (blocks AC 1)'),
      'a doubt behind the severity': finding(1, 'LOW?'),
      'a doubt on the next line': 'FINDING #1\nSeverity: HIGH\n  or LOW\nIssue: a',
      'severity cut off': finding(1) + 'FINDING #2\n  Severity: MED',
      'severity missing': finding(1) + 'FINDING #2\n  Issue: a\n',
      'severity twice': finding(1).replace('  AC', '  Severity: HIGH\n  AC'),
      'issue missing': 'FINDING #1\nSeverity: HIGH\nEvidence: "e"',
      'issue empty': 'FINDING #1\nSeverity: HIGH\nIssue: **\nEvidence: "e"',
      'issue twice': finding(1).replace('  Evidence', '  Issue: another\n  Evidence'),
      'the template': 'FINDING #1\n  Severity: HIGH | MEDIUM | LOW\n  Issue: <one line>',
      'the template with a severity': 'FINDING #1\n  Severity: HIGH\n  Issue: <one line>',
      'the template, then a list': `FINDING #N\n  Severity: HIGH | LOW\n\n${finding(1)}`,
      'a number of the template': `${finding(1)}FINDING #<n>\n`,
      'sub-numbers': 'FINDING 1.1\nSeverity: HIGH\nIssue: a',
      'a letter': 'FINDING #1a\nSeverity: HIGH\nIssue: a',
      'a range': 'FINDING #1–#3\nSeverity: HIGH\nIssue: a',
      'a number without end': 'FINDING #12345678901\nSeverity: HIGH\nIssue: a',
      'a header that is no line of its own': 'FINDING #1 — Severity: HIGH\nIssue: a',
      'a title without separator': 'Finding 1 job never ends\nSeverity: HIGH\nIssue: a',
      'another word before': `New ${finding(1)}`,
      'one line': 'FINDING #1 Severity: HIGH Issue: a Evidence: b',
      'a second one in the middle of a line':
        finding(1).trimEnd() + ' FINDING #2 Severity: LOW Issue: b',
      'escaped line ends': finding(1).replaceAll('\n', '\\n'),
      'a list without headers': '1. Severity: HIGH\n   Issue: a\n2. Severity: LOW\n   Issue: b',
      'a table': '| # | Severity | Issue |\n| --- | --- | --- |\n| 1 | HIGH | a |',
      JSON: '[{"finding": 1, "severity": "HIGH", "issue": "a"}]',
      YAML: 'findings:\n  - finding: 1\n    severity: HIGH\n    issue: a',
      HTML: '<p>FINDING #1<br>\nSeverity: HIGH<br>\nIssue: a</p>',
      'HTML behind the first': `${finding(1)}<b>FINDING #2</b>\nSeverity: LOW\nIssue: b`,
      'quoted as a whole': finding(1).replaceAll(/^(?=.)/gm, '> '),
      'quoted in part': finding(1) + finding(2).replaceAll(/^(?=.)/gm, '> '),
      'the second one in a fence': `${finding(1)}\n\`\`\`\n${finding(2)}\`\`\`\n`,
      'a fence that never ends': `${finding(1)}    \`\`\`\n    code\n${finding(2)}`,
      'a header cut off': `${finding(1)}FINDING #`,
      'a header cut off in its word': `${finding(1)}FINDI`,
      'a header with nothing behind it': `${finding(1)}FINDING #2 no owner`,
      'the sentence before': `NO FINDINGS — artifact passes audit\n\nWait.\n${finding(1)}`,
      'the words behind': `${finding(1)}\n**No findings.**`,
      'the sentence inside the fence around all': `\`\`\`\n${finding(1)}NO FINDINGS\n\`\`\``,
      'thinking that ends without a beginning': `${finding(1)}</think>\n${finding(2)}`,
      'the second one in a table': `${finding(1)}| FINDING #2 |\n| Severity: LOW |\n| Issue: b |`,
      'the second one in JSON': `${finding(1)}{\n  "finding": 2,\n  "severity": "LOW",\n  "issue": "b"\n}`,
      'the second one in paragraphs': `${finding(1)}<p>FINDING #2</p>\n<p>Severity: LOW</p>`,
      refusal: 'I cannot help with that.',
      'a tool call': '<tool_use name="view">{"path": "a.md"}</tool_use>',
    });
  });

  describe('fields', () => {
    it('keeps issue and evidence of several lines, trimmed and otherwise as they stand', () => {
      const only = single(
        'FINDING #3\r\n  Severity: low\r\n  Issue: first\r\n    second\r\n\r\n    third  \r\n  Evidence:\r\n    "a\r\n    b"\r\n',
      );
      assert.equal(only.issue, 'first\r\n    second\r\n\r\n    third');
      assert.equal(only.evidence, '"a\r\n    b"');
      assert.equal(only.severity, 'LOW');
      assert.equal(only.number, 3);
    });
    it('leaves what is said behind the list out of the last evidence', () => {
      const only = single(`${finding(1)}\nLook at this one first.\nAnd soon.`);
      assert.equal(only.evidence, '"retry job 1"');
    });
    it('leaves it out without indented labels too, when the quotation is complete', () => {
      const only = single(
        '**Finding 1**\n**Severity:** LOW\n**Issue:** a\n**Evidence:** "x".\n\nAll in all a poor text.',
      );
      assert.equal(only.evidence, '"x".');
    });
    it('keeps an unindented paragraph when a label follows it', () => {
      const only = single('FINDING #1\n  Severity: LOW\n  Issue: a\n\nb\n  Evidence: "c"');
      assert.equal(only.issue, 'a\n\nb');
    });
    it('takes emphasis off the one-line fields and leaves it in texts', () => {
      const only = single(
        '__FINDING #1__\nSeverity: **HIGH**\nAC reference: *2*\nKind: `Scope Creep`\nIssue: *a* b*\nEvidence: `c`',
      );
      assert.equal(only.acReference, '2');
      assert.equal(only.kind, 'scope-creep');
      assert.equal(only.issue, '*a* b*');
      assert.equal(only.evidence, '`c`');
    });
    it('keeps other kinds as text', () => {
      const only = single('FINDING #1\nSeverity: LOW\nKind: Style\nIssue: a');
      assert.equal(only.kind, 'Style');
    });
    it('keeps a place named before the colon in the evidence', () => {
      const only = single('FINDING #1\nSeverity: LOW\nIssue: a\nEvidence (line 7): "x"');
      assert.equal(only.evidence, '(line 7): "x"');
    });
    it('counts a finding without a number by its place', () => {
      const numbers = findingsOf(
        'FINDING\nSeverity: LOW\nIssue: a\nFINDING #7\nSeverity: LOW\nIssue: b\nFINDING\nSeverity: LOW\nIssue: c',
      ).map(({ number }) => number);
      assert.deepEqual(numbers, [1, 7, 3]);
    });
    it('puts the tag directly after the number', () => {
      for (const [header, tagged] of [
        ['**FINDING #1**', '**FINDING #1|**'],
        ['### Finding No. 12: title', '### Finding No. 12|: title'],
        ['FINDING #**3**', 'FINDING #**3|**'],
        ['FINDING', 'FINDING|'],
        ['FINDING # 4 [Security]', 'FINDING # 4| [Security]'],
        ['F\u200BINDING #\u200B5:', 'F\u200BINDING #\u200B5|:'],
        ['ＦＩＮＤＩＮＧ ＃６：', 'ＦＩＮＤＩＮＧ ＃６|：'],
      ] as const) {
        const reply = `Intro\r\n${header}\r\nSeverity: LOW\r\nIssue: a`;
        const offset = findingsOf(reply)[0]?.tagOffset ?? -1;
        const line = `${reply.slice(0, offset)}|${reply.slice(offset)}`.split('\r\n')[1];
        assert.equal(line, tagged);
      }
    });
  });
});

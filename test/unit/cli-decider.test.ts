import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { Terminal } from '../../src/cli/terminal';
import { TerminalDecider } from '../../src/cli/terminal-decider';
import type { DecisionPrompt, FindingRecord, Offer } from '../../src/engine/build-verify/decisions';
import type { Brief, Choice } from '../../src/engine/build-verify/events';

const brief: Brief = {
  task: 'Old task',
  artifacts: ['a.md'],
  criteria: ['one', 'two'],
  context: null,
};

function finding(change: Partial<FindingRecord> = {}): FindingRecord {
  return {
    key: 'r2/destruction/0',
    round: 2,
    lens: 'destruction',
    number: 1,
    severity: 'HIGH',
    acReference: '1',
    kind: null,
    issue: 'The total is wrong.',
    evidence: '"sum = 3"\nsecond line',
    check: null,
    answer: { kind: 'disputed', text: 'FINDING #1: Disputed — it is right\u001b[2J', reason: '' },
    settled: false,
    pending: false,
    ...change,
  };
}

function offers(...kinds: readonly (Offer['kind'] | Offer)[]): Offer[] {
  return kinds.map((kind) =>
    typeof kind === 'string' ? { kind, raisesCap: false, needsBudget: false } : kind,
  );
}

function prompt(change: Partial<DecisionPrompt>): DecisionPrompt {
  return {
    kind: 'cap',
    row: 8,
    round: 2,
    offers: offers('raise-cap', 'restore', 'accept', 'stop'),
    findings: [],
    reasons: [],
    before: [],
    restorable: [0, 1, 2],
    found: [],
    spent: null,
    cap: 2,
    ...change,
  };
}

/** A person at a terminal: answers each question with the next text, as soon as the question stands there. */
function terminal(answers: readonly string[], tty = true, otherModels = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY: tty });
  const stdout = Object.assign(new PassThrough(), { isTTY: tty, columns: 100 });
  const stderr = Object.assign(new PassThrough(), { isTTY: tty });
  const left = [...answers];
  let shown = '';
  let seen = 0;
  const abort = new AbortController();
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8');
    const asked = /(?:: |: \u001b\[\d+G)$/.exec(shown.slice(seen));
    if (asked === null) return;
    seen = shown.length;
    const next = left.shift();
    if (next === 'ctrl-d') stdin.end();
    else if (next === 'ctrl-c') stdin.write('\u0003');
    else if (next !== undefined) setImmediate(() => stdin.write(`${next}\r`));
  });
  const decider = new TerminalDecider({
    terminal: new Terminal({ stdin, stdout, stderr, env: { NO_COLOR: '1' } }),
    brief: () => brief,
    difference: () => Promise.resolve(['-mine', '+theirs']),
    ready: () => Promise.resolve(),
    interrupt: () => abort.abort(),
    otherModels,
  });
  return {
    text: () => shown,
    unused: () => left,
    decide: (question: DecisionPrompt): Promise<Choice | null> =>
      decider.decide(question, abort.signal),
    abort,
  };
}

describe('decisions on a terminal', () => {
  const cases: readonly {
    name: string;
    prompt: DecisionPrompt;
    answers: readonly string[];
    choice: Choice | null;
  }[] = [
    {
      name: 'raises the cap by what was typed, and asks again for what is no number',
      prompt: prompt({}),
      answers: ['9', 'x', '1', 'many', '0', '3'],
      choice: { kind: 'raise-cap', by: 3 },
    },
    {
      name: 'restores a round that can be restored',
      prompt: prompt({}),
      answers: ['2', '7', '0'],
      choice: { kind: 'restore', round: 0 },
    },
    { name: 'stops', prompt: prompt({}), answers: ['4'], choice: { kind: 'stop' } },
    { name: 'takes an empty line as no answer', prompt: prompt({}), answers: [''], choice: null },
    {
      name: 'takes the end of input as no answer',
      prompt: prompt({}),
      answers: ['ctrl-d'],
      choice: null,
    },
    {
      name: 'takes the end of input inside a choice as no answer',
      prompt: prompt({}),
      answers: ['1', 'ctrl-d'],
      choice: null,
    },
    {
      name: 'goes back to the choices on an empty line',
      prompt: prompt({}),
      answers: ['1', '', '3'],
      choice: { kind: 'accept' },
    },
    {
      name: 'supplies what unblocks',
      prompt: prompt({
        kind: 'blocked',
        row: 1,
        offers: offers('supply', 'stop'),
        reasons: [{ who: 'Implementor', text: 'BLOCKED — no schema' }],
      }),
      answers: ['1', '  The schema is v2. '],
      choice: { kind: 'supply', words: 'The schema is v2.' },
    },
    {
      name: 'tries again',
      prompt: prompt({ kind: 'incomplete', row: 2, offers: offers('retry', 'stop') }),
      answers: ['1'],
      choice: { kind: 'retry' },
    },
    {
      name: 'tries again on another model, asked for until it is one',
      prompt: prompt({ kind: 'incomplete', row: 2, offers: offers('retry', 'stop') }),
      answers: ['2', 'recorded:a.json', '', '2', 'anthropic:claude-opus-5-5'],
      choice: { kind: 'retry', model: 'claude-opus-5-5' },
    },
    {
      name: 'settles every disputed finding',
      prompt: prompt({
        kind: 'disagreement',
        row: 3,
        offers: offers('settle', 'revise', 'stop'),
        findings: [finding(), finding({ key: 'r2/destruction/1', number: 2 })],
      }),
      answers: ['1', 'maybe', 'u', 'must hold', 'dismiss', ''],
      choice: {
        kind: 'settle',
        answers: [
          { key: 'r2/destruction/0', answer: 'uphold', words: 'must hold' },
          { key: 'r2/destruction/1', answer: 'dismiss', words: '' },
        ],
      },
    },
    {
      name: 'revises task and criteria, keeping what is left empty',
      prompt: prompt({
        kind: 'stalled',
        row: 7,
        offers: offers('revise', 'go-on', 'restore', 'stop'),
      }),
      answers: ['1', 'New task', '', '-', 'three', ''],
      choice: { kind: 'revise', task: 'New task', criteria: ['one', 'three'] },
    },
    {
      name: 'does not take an unchanged brief for a revision',
      prompt: prompt({ kind: 'stalled', row: 7, offers: offers('revise', 'stop') }),
      answers: ['1', '', '', '', '', '2'],
      choice: { kind: 'stop' },
    },
    {
      name: 'decides on scope',
      prompt: prompt({
        kind: 'scope',
        row: null,
        offers: offers('scope', 'stop'),
        findings: [finding({ kind: 'scope-creep', pending: true })],
      }),
      answers: ['1', 'k'],
      choice: { kind: 'scope', answers: [{ key: 'r2/destruction/0', answer: 'keep' }] },
    },
    {
      name: 'gives more of the budget that is spent',
      prompt: prompt({
        kind: 'budget',
        row: 9,
        spent: 'tokens',
        offers: offers('more-budget', 'stop'),
      }),
      answers: ['1', '-5', '20,000'],
      choice: { kind: 'more-budget', tokens: 20000, cost: 0, seconds: 0 },
    },
    {
      name: 'asks for more budget where a choice needs it',
      prompt: prompt({
        spent: 'seconds',
        offers: [{ kind: 'go-on', raisesCap: true, needsBudget: true }, ...offers('stop')],
      }),
      answers: ['1', '90'],
      choice: { kind: 'go-on', more: { tokens: 0, cost: 0, seconds: 90 } },
    },
    {
      name: 'shows the difference of a conflict without answering',
      prompt: prompt({
        kind: 'conflict',
        row: null,
        offers: offers('keep-mine', 'take-run', 'stop'),
        found: [{ path: 'a\n.md', hash: 'x', size: 3 }],
      }),
      answers: ['d', '2'],
      choice: { kind: 'take-run' },
    },
  ];
  for (const one of cases) {
    it(one.name, async () => {
      const person = terminal(one.answers);
      assert.deepEqual(await person.decide(one.prompt), one.choice, person.text());
      assert.deepEqual(person.unused(), []);
    });
  }

  it('shows both texts of a dispute whole, with nothing executed', async () => {
    const person = terminal(['3']);
    await person.decide(
      prompt({
        kind: 'disagreement',
        offers: offers('settle', 'revise', 'stop'),
        findings: [finding()],
      }),
    );
    const text = person.text();
    assert.match(text, /HIGH {3}The total is wrong\./);
    assert.match(text, /"sum = 3"\n\s+second line/);
    assert.match(text, /Implementor: FINDING #1: Disputed — it is right␛\[2J/);
  });

  it('says what each choice will do', async () => {
    const person = terminal(['2']);
    await person.decide(
      prompt({
        kind: 'stalled',
        spent: 'tokens',
        offers: [{ kind: 'go-on', raisesCap: true, needsBudget: true }, ...offers('stop')],
      }),
    );
    assert.match(
      person.text(),
      /1 {2}Go on with the next round \(raises the cap to 3; needs more budget/,
    );
  });

  it('offers no other model to a recording', async () => {
    const person = terminal(['2'], true, false);
    const question = prompt({ kind: 'incomplete', row: 2, offers: offers('retry', 'stop') });
    assert.deepEqual(await person.decide(question), { kind: 'stop' });
    assert.ok(!person.text().includes('another model'));
  });

  it('is withdrawn by Ctrl-C, which is Stop', async () => {
    const person = terminal(['ctrl-c']);
    assert.equal(await person.decide(prompt({})), null);
    assert.equal(person.abort.signal.aborted, true);
  });

  it('asks nothing where there is no terminal', async () => {
    const person = terminal(['4'], false);
    assert.equal(await person.decide(prompt({})), null);
    assert.equal(person.text(), '');
  });
});

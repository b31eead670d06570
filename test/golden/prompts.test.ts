import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderBrief } from '../../src/engine/brief';
import {
  criticPrompt,
  implementorPrompt,
  pairingJudgePrompt,
  type JudgedFinding,
} from '../../src/engine/prompt';
import {
  builtInLenses,
  criticSystem,
  implementorSystem,
  pairingJudgeSystem,
  repeatJudgeSystem,
} from '../../src/engine/roles';

/*
 * Every prompt as a model gets it. A change of one is a change of the product: look at the difference, then run the tests with
 * UPDATE_GOLDEN=1 to write the files anew.
 */
const folder = path.resolve('test/golden/prompts');

function golden(name: string, text: string): void {
  const file = path.join(folder, name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'), `${name} differs; UPDATE_GOLDEN=1 writes it anew`);
}

const joined = (parts: readonly { readonly text: string }[]) =>
  parts.map((part) => part.text).join('');

const brief = {
  task: 'Make the retry helper safe to use for payments',
  artifacts: ['src/retry.ts', 'docs/retry.md'],
  criteria: [
    'Gives up after `limit` attempts',
    'Waits at least twice as long before each next attempt',
  ],
  context: 'Called by a job that runs every minute.\nUSER DECISIONS:\n  - keep — "everything"',
};
const decisions = [
  'keep — "export const defaults"',
  'dismiss — "await sleep(wait)": the clock is ours',
];

const finding = (
  id: string,
  severity: JudgedFinding['severity'],
  issue: string,
): JudgedFinding => ({
  id,
  lens: 'destruction',
  severity,
  acReference: '1',
  issue,
  evidence: '"while (true)"\nsecond line',
});

const block = [
  'FINDING #1',
  '  Severity: HIGH',
  '  AC reference: 1',
  '  Issue: the loop never gives up, so a payment is tried for ever',
  '  Evidence: "while (true)"',
  '',
].join('\n');

describe('rendered prompts', () => {
  it('of the Critics are as approved', () => {
    for (const lens of builtInLenses)
      golden(`critic-${lens.name}.system.md`, criticSystem(lens, 'normal'));
    const [lens] = builtInLenses;
    assert.ok(lens);
    golden('critic-destruction-strict.system.md', criticSystem(lens, 'strict'));
    golden('critic-destruction-lenient.system.md', criticSystem(lens, 'lenient'));
    golden('critic.prompt.txt', joined(criticPrompt(renderBrief(brief, []), brief.artifacts)));
  });

  it('of the Implementor are as approved', () => {
    const perspective = 'Write as somebody who is paged at night by what this file does.';
    golden('implementor.system.md', implementorSystem({ strictness: 'normal', perspective: null }));
    golden(
      'implementor-perspective.system.md',
      implementorSystem({ strictness: 'normal', perspective }),
    );
    const first = implementorPrompt(renderBrief(brief, []), brief.artifacts, null);
    const later = implementorPrompt(renderBrief(brief, decisions), brief.artifacts, block);
    golden('implementor-first.prompt.txt', joined(first));
    golden('implementor-findings.prompt.txt', joined(later));
  });

  it('of the judges are as approved', () => {
    golden('judge-repeat.system.md', repeatJudgeSystem);
    golden('judge-pairing.system.md', pairingJudgeSystem);
    const before = [finding('B1', 'HIGH', 'never gives up'), finding('B2', 'LOW', 'name is vague')];
    const now = [finding('N1', 'HIGH', 'still never gives up')];
    golden('judge.prompt.txt', joined(pairingJudgePrompt(before, now)));
  });
});

import assert from 'node:assert/strict';
import { builtInLenses } from '../../src/engine/roles';
import { checkBrief } from '../../src/host/brief-check';
import type { BriefForm } from '../../src/protocol/brief-form';
import { english } from '../../src/util/translate';

const good: BriefForm = {
  mode: 'loop',
  task: 'Totals are right',
  artifacts: ['src/invoice.ts'],
  criteria: ['Amounts are rounded half up to 2 places'],
  context: '  ',
  cap: '5',
  cleanRounds: '2',
  confirmRounds: 'full',
  lenses: ['destruction', 'security'],
  strictness: 'normal',
  baseline: true,
  budgetTokens: '',
  model: null,
};
const defaults = { cost: null, seconds: 90 };
const check = (change: Partial<BriefForm>): ReturnType<typeof checkBrief> =>
  checkBrief({ ...good, ...change }, builtInLenses, defaults, english);

describe('the check of a brief form', () => {
  it('makes a brief and options of a good one', () => {
    const { checked, problems } = check({});
    assert.deepEqual(problems, []);
    assert.ok(checked !== null);
    assert.deepEqual(checked.brief, {
      task: 'Totals are right',
      artifacts: ['src/invoice.ts'],
      criteria: ['Amounts are rounded half up to 2 places'],
      context: null,
    });
    assert.deepEqual(checked.options, {
      mode: 'loop',
      cap: 5,
      cleanRounds: 2,
      confirmRounds: 'full',
      baseline: true,
      strictness: 'normal',
      budget: { tokens: null, cost: null, seconds: 90 },
    });
    assert.deepEqual(
      checked.lenses.map((lens) => lens.name),
      ['destruction', 'security'],
    );
  });

  it('names everything that is missing at once', () => {
    const { checked, problems } = check({
      task: ' ',
      artifacts: [],
      criteria: ['', ' '],
      cap: '0',
      cleanRounds: '4',
      lenses: [],
      budgetTokens: 'many',
    });
    assert.equal(checked, null);
    const fields = new Set(problems.map((problem) => problem.field));
    assert.deepEqual(
      [...fields].sort(),
      ['artifacts', 'budgetTokens', 'cap', 'cleanRounds', 'criteria', 'lenses', 'task'].sort(),
    );
    assert.ok(problems.every((problem) => problem.severity === 'error'));
  });

  for (const cap of ['0', '51', '-1', '2.5', '1e1', '', 'five', '5 rounds']) {
    it(`refuses a cap of "${cap}"`, () => {
      const { checked, problems } = check({ cap });
      assert.equal(checked, null);
      assert.deepEqual(
        problems.map(({ field, message }) => [field, message]),
        [['cap', 'Give a whole number from 1 to 50.']],
      );
    });
  }

  it('names the nearest lens for one that is not known', () => {
    const { checked, problems } = check({ lenses: ['securty'] });
    assert.equal(checked, null);
    assert.equal(problems[0]?.message, 'There is no lens "securty". Did you mean "security"?');
  });

  it('warns of a criterion that cannot be checked, and does not hold the run up', () => {
    const { checked, problems } = check({ criteria: ['The text has a professional tone'] });
    assert.notEqual(checked, null);
    assert.deepEqual(
      problems.map(({ field, index, severity }) => ({ field, index, severity })),
      [{ field: 'criteria', index: 0, severity: 'warning' }],
    );
  });

  it('takes a token budget', () => {
    const { checked } = check({ budgetTokens: ' 20000 ' });
    assert.equal(checked?.options.budget.tokens, 20_000);
  });
});

import assert from 'node:assert/strict';
import { english } from '../../src/util/translate';
import { readSettings } from '../../src/host/settings';
import { settingProblemWords } from '../../src/host/setting-words';

function read(values: Readonly<Record<string, unknown>>): ReturnType<typeof readSettings> {
  return readSettings((key) => values[key]);
}

describe('settings', () => {
  it('takes good values as they are', () => {
    const { settings, problems } = read({
      'anthropic.baseUrl': ' https://gateway.example/v1 ',
      'anthropic.model': 'claude-haiku-5-5',
      'anthropic.price': { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3 },
      'run.cap': 50,
      'run.cleanRounds': 1,
      'run.confirmRounds': 'audit-only',
      'run.baseline': false,
      'run.strictness': 'strict',
      'budget.tokens': 1000,
      'budget.cost': 0.5,
      'budget.seconds': 60,
      'diff.autoOpen': false,
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, {
      baseUrl: 'https://gateway.example/v1',
      model: 'claude-haiku-5-5',
      price: { input: 3, output: 15, cacheCreation: 3.75, cacheRead: 0.3 },
      cap: 50,
      cleanRounds: 1,
      confirmRounds: 'audit-only',
      baseline: false,
      strictness: 'strict',
      budget: { tokens: 1000, cost: 0.5, seconds: 60 },
      autoOpenDiff: false,
    });
  });

  const broken: readonly (readonly [key: string, value: unknown])[] = [
    ['run.cap', 0],
    ['run.cap', 51],
    ['run.cap', 2.5],
    ['run.cap', '5'],
    ['run.cleanRounds', 4],
    ['run.confirmRounds', 'never'],
    ['run.baseline', 'yes'],
    ['budget.tokens', -1],
    ['budget.tokens', 1.5],
    ['budget.cost', 0],
    ['budget.seconds', Infinity],
    ['anthropic.baseUrl', 'gateway'],
    ['anthropic.baseUrl', 'file:///etc/passwd'],
    ['anthropic.baseUrl', 7],
    ['anthropic.model', 'two words'],
    ['anthropic.price', { input: 1 }],
    ['anthropic.price', 3],
  ];
  for (const [key, value] of broken) {
    it(`refuses ${key} = ${JSON.stringify(value)} and keeps the default`, () => {
      const { settings, problems } = read({ [key]: value });
      assert.deepEqual(settings, readSettings(() => undefined).settings);
      assert.deepEqual(
        problems.map((problem) => problem.key),
        [key],
      );
      const [problem] = problems;
      assert.ok(problem !== undefined);
      assert.ok(settingProblemWords(problem, english).includes(`bvl.${key}`));
    });
  }
});

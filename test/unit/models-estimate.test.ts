import assert from 'node:assert/strict';
import type { Model, ModelFor } from '../../src/engine';
import {
  estimateInput,
  estimateTokens,
  firstRequests,
  type PreviewRequest,
} from '../../src/models/estimate';
import { startOf } from '../support/run-scripted';

const critic: PreviewRequest = {
  role: 'critic',
  lens: 'Security',
  system: 'You are a Critic.',
  prompt: [
    { text: 'TASK: a\n', cached: true },
    { text: 'paths\n', cached: false },
  ],
  access: 'read',
  model: 'anthropic: claude-test-1',
};
const judge: PreviewRequest = { ...critic, role: 'judge-repeat', lens: null, access: 'none' };

const nobody: Model = { name: '', host: null, run: () => assert.fail('nothing is sent') };

describe('the estimate before the first call', () => {
  it('counts Latin text by four and wide characters one by one', () => {
    assert.equal(estimateTokens(''), 0);
    assert.equal(estimateTokens('a'.repeat(400)), 100);
    assert.equal(estimateTokens('설계서를 검토'), 7);
  });

  it('grows with the artifact for calls that read it and not for a judge', () => {
    const texts = ['x'.repeat(4_000), 'y'.repeat(400)];
    assert.equal(estimateInput([critic], texts) - estimateInput([critic], ['']), 1_100);
    assert.equal(estimateInput([judge], texts), estimateInput([judge], ['']));
    assert.equal(
      estimateInput([critic, judge], texts),
      estimateInput([critic], texts) + estimateInput([judge], texts),
    );
  });

  it('is of the requests that the first round sends', () => {
    const loop = startOf({}, ['destruction', 'security']);
    const models: ModelFor = (role, lens) => ({ ...nobody, name: `${role} ${lens ?? '-'}` });
    const requests = firstRequests(loop, models);
    assert.deepEqual(
      requests.map(({ model, system, access }) => [model, system, access]),
      [
        ['implementor -', loop.implementor.system, 'edit'],
        ['critic Destruction', loop.critics[0]?.system, 'read'],
        ['critic Security', loop.critics[1]?.system, 'read'],
      ],
    );
    for (const { prompt } of requests) {
      assert.ok(prompt.some(({ text }) => text.includes(loop.briefText)));
    }
    const audit = firstRequests(startOf({ mode: 'audit' }), models);
    assert.deepEqual(
      audit.map(({ role }) => role),
      ['critic'],
    );
  });
});

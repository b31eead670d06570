import assert from 'node:assert/strict';
import { estimateFirstRound, estimateTokens, previewText } from '../../src/models/estimate';
import type { PreviewRequest } from '../../src/models/estimate';

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
  host: 'api.example.com',
};
const judge: PreviewRequest = { ...critic, role: 'judge-repeat', lens: null, access: 'none' };

describe('the estimate before the first call', () => {
  it('counts Latin text by four and wide characters one by one', () => {
    assert.equal(estimateTokens(''), 0);
    assert.equal(estimateTokens('a'.repeat(400)), 100);
    assert.equal(estimateTokens('설계서를 검토'), 7);
  });

  it('grows with the artifact for calls that read it and not for a judge', () => {
    const small = estimateFirstRound([critic, judge], ['']);
    const large = estimateFirstRound([critic, judge], ['x'.repeat(4_000), 'y'.repeat(400)]);
    const [before, judged] = small.requests;
    const [after, judgedToo] = large.requests;
    assert.equal((after?.input ?? 0) - (before?.input ?? 0), 1_100);
    assert.deepEqual(judged, judgedToo);
    assert.equal(large.input, (after?.input ?? 0) + (judgedToo?.input ?? 0));
  });

  it('shows the exact prompts, the host, and that it is an estimate', () => {
    const text = previewText([critic, judge], estimateFirstRound([critic, judge], []));
    assert.match(text, /^These requests go to: api\.example\.com\n/);
    assert.match(text, /an estimate/);
    assert.ok(text.includes('You are a Critic.\n--- Prompt ---\nTASK: a\npaths\n'));
    assert.match(text, /##### critic \(Security\), anthropic: claude-test-1, api\.example\.com/);
    assert.match(text, /Tools: view, search_text, find_files\./);
    assert.match(text, /Tools: none\./);
  });

  it('says so when nothing leaves the machine', () => {
    const local = [{ ...critic, host: null }];
    assert.match(
      previewText(local, estimateFirstRound(local, [])),
      /^Nothing leaves this machine\./,
    );
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseFromPanel, type FromPanel } from '../../src/protocol/from-panel';
import { panelPage } from '../../src/protocol/panel-page';
import { panelStrings, translatedStrings } from '../../src/protocol/strings';
import { parseToPanel } from '../../src/protocol/to-panel';
import { briefForm } from '../support/panel/fixtures';
import { panelStates } from '../support/panel/states';

describe('messages to the panel', () => {
  it('parses what the host posts in every state, unchanged', () => {
    for (const [name, messages] of Object.entries(panelStates)) {
      for (const message of messages(0)) {
        assert.deepEqual(parseToPanel(structuredClone(message)), message, name);
      }
    }
  });

  it('refuses what has a missing, a wrong or an unknown field, and says where', () => {
    const [message] = panelStates['run-critics']?.(0) ?? [];
    assert.ok(message?.type === 'state');
    const wrong: unknown[] = [
      { ...message, revision: '1' },
      { ...message, extra: true },
      { ...message, view: { ...message.view, phase: { ...message.view.phase, kind: 'dance' } } },
      { type: 'strings', locale: 'en' },
      { type: 'unknown' },
      null,
      'state',
    ];
    for (const value of wrong) {
      const read = parseToPanel(value);
      assert.ok('error' in read && read.error !== '');
    }
    assert.match(
      (parseToPanel({ ...message, revision: '1' }) as { error: string }).error,
      /^revision: /,
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        parseToPanel(value);
        parseFromPanel(value);
      }),
    );
  });
});

describe('messages from the panel', () => {
  const runId = 'run-1';
  const good: FromPanel[] = [
    { type: 'ready' },
    { type: 'newBrief', mode: 'audit', artifact: null },
    { type: 'submitBrief', draftKey: 'k', form: { ...briefForm, cap: 'many' } },
    { type: 'decide', runId, promptId: 'p', choice: { kind: 'raise-cap', by: 2 } },
    {
      type: 'decide',
      runId,
      promptId: 'p',
      choice: { kind: 'settle', answers: [{ key: 'r1/A/0', answer: 'uphold', words: '' }] },
    },
    {
      type: 'decide',
      runId,
      promptId: 'p',
      choice: { kind: 'go-on', more: { tokens: 10, cost: 0, seconds: 0 } },
    },
    { type: 'openDiff', runId, from: { kind: 'start' }, to: { kind: 'round', round: 3 } },
    { type: 'openRounds', runId, rounds: [0, 4] },
    { type: 'showReply', runId, round: 0, lens: 'Security', attempt: 1 },
  ];

  it('parses each, and keeps a number that is no number as it was typed', () => {
    for (const message of good) assert.deepEqual(parseFromPanel(message), message);
  });

  it('refuses an answer that is none, a negative round, a side that is none', () => {
    const wrong: unknown[] = [
      { type: 'decide', runId, promptId: 'p', choice: { kind: 'yes' } },
      { type: 'decide', runId, promptId: 'p', choice: { kind: 'raise-cap', by: 0 } },
      { type: 'decide', runId, promptId: 'p', choice: { kind: 'supply', words: '' } },
      { type: 'restore', runId, round: -1 },
      { type: 'openDiff', runId, from: { kind: 'start' }, to: { kind: 'round' } },
      { type: 'showReply', runId, round: 1, lens: null, attempt: 0 },
    ];
    for (const value of wrong) assert.ok('error' in parseFromPanel(value));
  });
});

describe('the strings of the panel', () => {
  it('are each passed to the translator once and come back under their English text', () => {
    const table = translatedStrings((english) => `<${english}>`);
    for (const english of Object.values(panelStrings)) assert.equal(table[english], `<${english}>`);
  });

  it('speak of success only where there is one', () => {
    for (const [key, text] of Object.entries(panelStrings)) {
      if (key.startsWith('outcome') && /success/i.test(text)) {
        assert.ok(key.startsWith('outcomeSuccess') || /without success/.test(text), text);
      }
    }
  });
});

describe('the page of the panel', () => {
  const page = panelPage({
    script: 'vscode-resource://x/panel.js',
    style: 'vscode-resource://x/panel.css',
    icons: 'vscode-resource://x/codicon.css',
    cspSource: 'vscode-resource://x',
    nonce: 'n0nce',
    language: 'de"><script>',
    title: 'Review & "more"',
  });

  it('allows the bundle and its styles and nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    assert.ok(policy.startsWith("default-src 'none'; "));
    assert.ok(policy.includes("script-src 'nonce-n0nce'"));
    assert.doesNotMatch(policy, /unsafe|connect-src|img-src/);
    assert.doesNotMatch(page, /style="|onclick=/);
  });

  it('escapes what it is given', () => {
    assert.ok(page.includes('lang="de&quot;&gt;&lt;script&gt;"'));
    assert.ok(page.includes('<title>Review &amp; &quot;more&quot;</title>'));
  });
});

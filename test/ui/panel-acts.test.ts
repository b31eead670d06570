import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { FromPanel } from '../../src/protocol/from-panel';
import { launchBrowser } from '../support/editor/browser';
import {
  briefForm,
  calls,
  ended,
  finding,
  mixedFindings,
  offer,
  round,
  view,
  waiting,
  welcome,
} from '../support/panel/fixtures';
import { PanelWindow } from '../support/panel/panel-window';
import { formMessage, panelStates } from '../support/panel/states';

describe('what a person does in the panel', () => {
  let browser: Browser;
  let panel: PanelWindow;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());
  beforeEach(async () => {
    panel = await PanelWindow.open(browser, { theme: 'dark', width: 300 });
  });
  afterEach(() => panel.close());

  const show = (run = view(), revision = 1) => panel.post({ type: 'state', revision, view: run });
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  const of = async <Type extends FromPanel['type']>(type: Type) =>
    (await panel.posted()).filter(
      (message): message is Extract<FromPanel, { type: Type }> => message.type === type,
    );
  const focused = () => panel.page.evaluate<string>('document.activeElement.id');

  describe('the brief form', () => {
    it('opens with the focus in the task and adds criteria with Enter, by keyboard alone', async () => {
      await panel.post(formMessage({ initial: { ...briefForm, task: '', criteria: [''] } }));
      assert.equal(await focused(), 'form-task');
      const { keyboard } = panel.page;
      await keyboard.type('Make it hold');
      await panel.page.locator('#form-criterion-0').focus();
      await keyboard.type('First');
      await keyboard.press('Enter');
      assert.equal(await focused(), 'form-criterion-1');
      await keyboard.type('Second');
      await keyboard.press('Alt+ArrowUp');
      assert.equal(await focused(), 'form-criterion-0');
      await keyboard.press('Enter');
      await keyboard.press('Backspace');
      assert.equal(await focused(), 'form-criterion-0');
      await button('Start').press('Enter');
      const [sent] = await of('submitBrief');
      assert.equal(sent?.form.task, 'Make it hold');
      assert.deepEqual(sent.form.criteria, ['Second', 'First']);
    });

    it('shows all problems beside their fields and goes to the first; nothing typed is lost', async () => {
      await panel.post(formMessage());
      await panel.page.locator('#form-task').fill('Typed in full');
      await panel.page.locator('#form-cap').fill('ninety');
      await button('Start').click();
      await panel.post(
        formMessage({
          keep: true,
          problems: [
            { field: 'cap', index: null, severity: 'error', message: 'A whole number.' },
            { field: 'criteria', index: 1, severity: 'error', message: 'Say what is seen.' },
          ],
        }),
      );
      assert.equal(await panel.page.locator('#form-task').inputValue(), 'Typed in full');
      assert.equal(await panel.page.locator('#form-cap').inputValue(), 'ninety');
      assert.equal(await focused(), 'form-criterion-1');
      for (const [id, message] of [
        ['form-cap', 'A whole number.'],
        ['form-criterion-1', 'Say what is seen.'],
      ] as const) {
        const field = panel.page.locator(`#${id}`);
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
        const described = (await field.getAttribute('aria-describedby')) ?? '';
        const texts = await Promise.all(
          described.split(' ').map((one) => panel.page.locator(`#${one}`).innerText()),
        );
        assert.ok(texts.join(' ').includes(message), `${id}: ${texts.join(' ')}`);
      }
    });

    it('marks a vague criterion while it is typed, wherever it is moved; an old error is gone', async () => {
      await panel.post(
        formMessage({
          keep: true,
          problems: [{ field: 'task', index: null, severity: 'error', message: 'Say what.' }],
        }),
      );
      await panel.page.locator('#form-criterion-1').fill('High quality');
      const asked = await panel.waitFor('checkCriteria');
      assert.equal(asked.criteria[1], 'High quality');
      const warnings = [{ criterion: 'High quality', message: 'Two readers would differ.' }];
      await panel.post({ type: 'criteriaChecked', warnings });
      const warning = panel.page.locator('#form-criterion-1-problem');
      assert.equal(await warning.innerText(), 'Two readers would differ.');
      assert.equal(
        await panel.page.locator('#form-criterion-1').getAttribute('aria-invalid'),
        null,
      );
      await panel.page.locator('#form-criterion-1').press('Alt+ArrowUp');
      assert.equal(
        await panel.page.locator('#form-criterion-0-problem').innerText(),
        'Two readers would differ.',
      );
      await panel.post(formMessage({ keep: true, keyMissing: true }));
      assert.equal(await panel.page.getByText('Say what.').count(), 0);
    });

    it('says that the key is missing where it can be put right', async () => {
      await panel.post(formMessage());
      await button('Start').click();
      await panel.post(formMessage({ keep: true, keyMissing: true }));
      assert.equal(await focused(), 'form-set-key');
      await button('Set API Key…').click();
      const [sent] = await of('setKey');
      assert.deepEqual(sent?.form, briefForm);
      await button('Run the Recorded Example').click();
      assert.deepEqual(await of('runRecorded'), [{ type: 'runRecorded', id: null }]);
    });

    it('has what was typed again after the panel was thrown away', async () => {
      await panel.post(formMessage());
      await panel.page.locator('#form-context').fill('Readers are accountants');
      const saved = await panel.saved();
      const again = await PanelWindow.open(browser, { theme: 'dark', width: 300, saved });
      try {
        await again.post(formMessage());
        assert.equal(
          await again.page.locator('#form-context').inputValue(),
          'Readers are accountants',
        );
        await again.page.getByRole('button', { name: 'Start Over' }).click();
        assert.equal(await again.page.locator('#form-context').inputValue(), '');
      } finally {
        await again.close();
      }
    });

    it('shows what was typed when the same brief is asked for again, with and without Cancel', async () => {
      const empty = formMessage({ initial: { ...briefForm, task: '', criteria: [''] } });
      const shown = async () => [
        await panel.page.locator('#form-task').inputValue(),
        await panel.page.locator('#form-criterion-0').inputValue(),
      ];
      await panel.post(empty);
      await panel.page.locator('#form-task').fill('The list is sorted');
      await panel.page.locator('#form-criterion-0').fill('Lines are in order');
      const typed = ['The list is sorted', 'Lines are in order'];
      await panel.post(empty);
      assert.deepEqual(await shown(), typed);
      await button('Cancel').click();
      await panel.post({ type: 'welcome', view: welcome }, empty);
      assert.deepEqual(await shown(), typed);
      await panel.post(empty, empty);
      assert.deepEqual(await shown(), typed);
      assert.equal(await button('Start Over').count(), 1);
    });

    it('takes Critics by checkbox, in lens order', async () => {
      await panel.post(formMessage());
      await panel.page.getByRole('checkbox', { name: 'Security' }).press('Space');
      await panel.page.getByRole('checkbox', { name: 'Coherence' }).press('Space');
      await button('Preview Prompts').click();
      const [sent] = await of('showPreview');
      assert.deepEqual(sent?.form.lenses, ['destruction', 'coherence', 'security']);
    });
  });

  describe('a decision', () => {
    const asked = waiting({
      kind: 'disagreement',
      findings: mixedFindings(2).slice(0, 1),
      offers: [offer('settle'), offer('revise'), offer('stop')],
    });

    it('shows both texts word for word, and is answered by nothing but a choice', async () => {
      await show(asked);
      const text = await panel.page.locator('.decision').innerText();
      assert.ok(text.includes('both invoices get number 1042'));
      assert.ok(text.includes('FINDING #1: Disputed — the store serialises writes of one tenant'));
      await panel.page.locator('.decision textarea').first().press('Escape');
      await panel.page.keyboard.press('Escape');
      await button('Go On with These Answers').click();
      assert.deepEqual(await of('decide'), []);
      assert.equal(await panel.page.getByText('Choose one of the two.').count(), 1);
      assert.equal(await focused(), 'pick-0-0');
    });

    it('goes to the host with the words, once, and the focus is not lost', async () => {
      await show(asked);
      await panel.page.getByRole('radio', { name: /Uphold/ }).check();
      await panel.page.getByLabel('Your words (optional)').fill('The manual says otherwise.');
      await button('Go On with These Answers').press('Enter');
      assert.deepEqual(await of('decide'), [
        {
          type: 'decide',
          runId: asked.runId,
          promptId: 'prompt-1',
          choice: {
            kind: 'settle',
            answers: [
              {
                key: 'r2/Destruction/0',
                answer: 'uphold',
                words: 'The manual says otherwise.',
              },
            ],
          },
        },
      ]);
      assert.equal(await panel.page.locator('.offers').count(), 0);
      assert.equal(await focused(), 'run-title');
    });

    it('that can be answered is no interruption, and a retry can take another model', async () => {
      await panel.post(...(panelStates['decision-incomplete']?.(0) ?? []));
      assert.equal(await button('Resume').count(), 0);
      assert.match(await panel.page.locator('.status').innerText(), /Waits for your decision/);
      await button('Retry with Another Model…').click();
      assert.equal(await focused(), 'field-model');
      await button('Retry with This Model').click();
      assert.deepEqual(await of('decide'), []);
      await panel.page.locator('#field-model').fill('opus');
      await button('Retry with This Model').click();
      const [sent] = await of('decide');
      assert.deepEqual(sent?.choice, { kind: 'retry', model: 'opus' });
    });

    it('of a recorded run says how it was answered, and takes that with one press', async () => {
      await panel.post(...(panelStates['decision-recorded']?.(0) ?? []));
      const text = await panel.page.locator('.as-recorded').innerText();
      assert.ok(text.includes('Destruction #1: Uphold — The store does not serialise.'));
      await button('Answer as Recorded').click();
      const [sent] = await of('decide');
      assert.equal(sent?.choice.kind, 'settle');
      await panel.post(...(panelStates['decision-recorded']?.(0) ?? []));
      assert.equal(await button('Answer as Recorded').count(), 1, 'not taken: it asks again');
    });

    it('keeps a half-made answer through a reload of the panel', async () => {
      await show(asked);
      await button('Edit Task and Criteria…').click();
      assert.equal(await focused(), 'revise-task');
      await panel.page.locator('#revise-task').fill('Another task');
      const saved = await panel.saved();
      const again = await PanelWindow.open(browser, { theme: 'dark', width: 300, saved });
      try {
        await again.post({ type: 'state', revision: 1, view: asked });
        assert.equal(await again.page.locator('#revise-task').inputValue(), 'Another task');
      } finally {
        await again.close();
      }
    });

    it('is led to by a notification, and cannot be taken in a window that only watches', async () => {
      await show(asked);
      await panel.post({ type: 'focusDecision' });
      assert.equal(await focused(), 'decision-title');
      await show({ ...asked, live: false, readOnly: { owner: null } }, 2);
      assert.equal(await panel.page.locator('.offers').count(), 0);
    });
  });

  describe('a run', () => {
    it('is stopped with one press, and Stop cannot be pressed twice', async () => {
      await show();
      await panel.page.locator('#stop').press('Space');
      await panel.page.locator('#stop').click({ force: true });
      assert.deepEqual(await of('stop'), [{ type: 'stop', runId: view().runId }]);
    });

    it('opens the place of a finding, the comparison of a round, the file', async () => {
      await show(ended('escalated: cap'));
      await panel.page.getByRole('button', { name: /^Open invoice\.ts:18/ }).click();
      await button('Compare').click();
      await button('Open src/invoice.ts').click();
      const sent = (await panel.posted()).slice(1);
      const { runId } = view();
      assert.deepEqual(sent, [
        { type: 'openFinding', runId, key: 'r2/Destruction/0' },
        {
          type: 'openDiff',
          runId,
          from: { kind: 'before', round: 2 },
          to: { kind: 'round', round: 2 },
        },
        { type: 'openFile', path: 'src/invoice.ts', line: null },
      ]);
    });

    it('asks once for the findings of an old round, and shows them when they come', async () => {
      await show();
      await panel.page.getByRole('button', { name: /^Round 1/ }).click();
      await show(view(), 2);
      const asks = await of('openRounds');
      assert.deepEqual(
        asks.map((message) => message.rounds),
        [[1, 2, 3]],
      );
      const rounds = view().rounds.map((one) =>
        one.number === 1 ? round(1, [finding(1, 1, { issue: 'An old finding' })]) : one,
      );
      await show(view({ rounds }), 3);
      assert.equal(await panel.page.getByText('An old finding').count(), 1);
    });

    it('shows a raw reply when it is asked for, as text and never as markup', async () => {
      await show(
        view({
          task: '<img src=x onerror="store.hacked = true">',
          rounds: [round(1, [finding(1, 1, { issue: '<b>bold</b> & <script>1</script>' })])],
        }),
      );
      await panel.page.getByRole('button', { name: 'Raw reply of Destruction, round 1' }).click();
      assert.deepEqual(await of('showReply'), [
        { type: 'showReply', runId: view().runId, round: 1, lens: 'Destruction', attempt: 1 },
      ]);
      await panel.post({
        type: 'reply',
        runId: view().runId,
        round: 1,
        lens: 'Destruction',
        attempt: 1,
        text: 'FINDING #1\n  <i onclick="x">Severity</i>: HIGH',
        outcome: 'ok',
      });
      const text = await panel.page.locator('main').innerText();
      assert.ok(text.includes('<b>bold</b> & <script>1</script>'));
      assert.ok(text.includes('<i onclick="x">Severity</i>: HIGH'));
      assert.equal(await panel.page.locator('main :is(img, b, i[onclick], script)').count(), 0);
    });

    it('announces the result of a round and not its progress', async () => {
      const announcer = panel.page.locator('#announcer');
      await show(view({ rounds: view().rounds.slice(0, 2) }));
      await panel.post({ type: 'progress', runId: view().runId, calls: calls(Date.now()) });
      assert.equal(await announcer.innerText(), '');
      await show(view({ rounds: view().rounds.slice(0, 3) }), 2);
      assert.equal(await announcer.textContent(), 'Round 2 done: 1 HIGH, 2 MEDIUM, 2 LOW');
    });

    it('keeps the focus where it is when a round is added above', async () => {
      await show(view({ rounds: view().rounds.slice(0, 3), round: 2 }));
      const head = panel.page.getByRole('button', { name: /^Round 2/ });
      await head.focus();
      await show(view(), 2);
      const focus = await panel.page.evaluate<string>('document.activeElement.innerText');
      assert.match(focus, /^Round 2/);
    });

    it('logs and drops a message that is none, and goes on', async () => {
      await panel.page.evaluate('window.postMessage({ type: "state", revision: "x" }, "*")');
      const logged = await panel.waitFor('log');
      assert.match(logged.text, /revision/);
      await show();
      assert.equal(await panel.page.locator('h1').count(), 1);
    });
  });

  it('puts unfinished work back beside comparing it', async () => {
    const left = round(2, mixedFindings(2));
    const run = ended('escalated: stopped', {
      rounds: [{ ...left, implementor: { ...left.implementor, unfinished: true } }],
    });
    await show(run);
    await button('Restore Unfinished Work').click();
    assert.deepEqual(await of('restore'), [
      { type: 'restore', runId: run.runId, round: 2, unfinished: true },
    ]);
  });

  it('says beside the outcome that the file was put back', async () => {
    await panel.post(...(panelStates['ended-put-back']?.(0) ?? []));
    const head = await panel.page.locator('.run-head').innerText();
    assert.match(head, /The file was put back to the start\./);
    assert.match(head, /No findings open at the end/);
    assert.equal(head.match(/put back/g)?.length, 1);
  });

  it('waits for a decision that is asked again with Resume, as one state', async () => {
    const interrupted = { round: 0, phase: 'waiting' as const, by: null };
    const phase = { kind: 'waiting' as const, round: 0, lenses: [] };
    const rounds = [round(0, mixedFindings(0), { complete: false })];
    await show(view({ live: false, interrupted, phase, rounds }));
    const head = await panel.page.locator('.run-head').innerText();
    assert.match(head, /Baseline audit · Waits for your decision/);
    assert.match(head, /Asks you again/);
    assert.equal(await button('Resume').count(), 1);
    assert.equal(await panel.page.locator('.decision').count(), 0);
    assert.equal(await panel.page.getByText('interrupted', { exact: true }).count(), 0);
  });

  it('has no clock for a replay, and says about where figures are estimated', async () => {
    await panel.post(...(panelStates['run-implementor']?.(Date.now()) ?? []));
    assert.equal(await panel.page.locator('[data-since]').count(), 0);
    assert.match(await panel.page.locator('.figures-line').innerText(), /Replayed/);
    await show(view({ spent: { tokens: 1200, cost: 0.5, seconds: 3, estimated: true } }), 2);
    const figures = await panel.page.locator('.figures-line').innerText();
    assert.match(figures, /about 1.2K of 400K tokens/);
    assert.match(figures, /about 0.50 dollars/);
  });

  it('draws an edge round every button and field, in every theme', async () => {
    for (const theme of ['dark', 'light'] as const) {
      const one = await PanelWindow.open(browser, { theme, width: 300 });
      try {
        for (const state of ['form-new', 'decision-disagreement'] as const) {
          await one.post(...(panelStates[state]?.(0) ?? []));
          const alphas = await one.page.evaluate<number[]>(
            `[...document.querySelectorAll('vscode-button[secondary], textarea, input[type="text"], select, input[type="radio"]')].map((element) => {
              const edge = element.shadowRoot?.querySelector('[part~="base"]') ?? element;
              return Number(/\\/ ([\\d.]+)\\)/.exec(getComputedStyle(edge).borderTopColor)?.[1] ?? 0);
            })`,
          );
          assert.ok(alphas.length > 2);
          assert.ok(
            alphas.every((alpha) => alpha > 0.5),
            `${theme} ${state}: ${alphas.join(' ')}`,
          );
        }
      } finally {
        await one.close();
      }
    }
  });

  it('reaches every control of every state with Tab, each with a visible focus', async () => {
    for (const name of ['welcome-ready', 'form-new', 'decision-cap', 'ended-cap']) {
      await panel.post(...(panelStates[name]?.(Date.now()) ?? []));
      await panel.page.evaluate('document.activeElement.blur()');
      const all = await panel.page.evaluate<number>(
        `[...document.querySelectorAll('main :is(button:not(:disabled), vscode-button:not([disabled]), input, textarea, select, vscode-checkbox)')]
          .filter((element) => element.checkVisibility()).length`,
      );
      const seen = new Set<string>();
      for (let at = 0; at < all + 3; at += 1) {
        await panel.page.keyboard.press('Tab');
        const spot = await panel.page.evaluate<{ key: string; outlined: boolean } | null>(
          `(() => {
            const element = document.activeElement;
            if (element === null || element === document.body) return null;
            const inner = element.shadowRoot?.activeElement ?? element;
            const ring = (one) => { const s = getComputedStyle(one); return s.outlineStyle !== 'none' || s.borderColor === 'rgb(0, 120, 212)'; };
            const parts = element.shadowRoot ? [...element.shadowRoot.querySelectorAll('*')] : [];
            const all = [...document.querySelectorAll('main *')];
            return { key: String(all.indexOf(element)), outlined: [element, inner, ...parts].some(ring) };
          })()`,
        );
        if (spot === null) continue;
        seen.add(spot.key);
        assert.ok(spot.outlined, `${name}: control ${spot.key} shows no focus`);
      }
      assert.ok(seen.size >= all, `${name}: ${seen.size} of ${all} controls reached`);
    }
  });
});

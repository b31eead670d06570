import assert from 'node:assert/strict';
import type { ToPanel } from '../../src/protocol/to-panel';
import type { OfferView } from '../../src/protocol/views';
import { announcement } from '../../webview/announce';
import { choiceFor } from '../../webview/choices';
import { insertedAfter, moved, removed, replacedByLines } from '../../webview/criteria';
import { decisionDraft, emptyModel, roundsToAskFor, type PanelModel } from '../../webview/model';
import { reduce, type Action } from '../../webview/reduce';
import { fromSaved, toSaved } from '../../webview/saved';
import { duration, sayIn } from '../../webview/text';
import { outcomeWords } from '../../webview/words';
import {
  briefForm,
  ended,
  mixedFindings,
  offer,
  prompt,
  round,
  view,
  waiting,
  welcome,
} from '../support/panel/fixtures';
import { formMessage } from '../support/panel/states';

const say = sayIn('en', {});

function after(model: PanelModel, ...steps: readonly (Action | ToPanel)[]): PanelModel {
  return steps.reduce<PanelModel>(
    (at, step) => reduce(at, isAction(step) ? step : { type: 'received', message: step }),
    model,
  );
}

const actions: readonly string[] = [
  'received',
  'toggled',
  'typed',
  'draftDropped',
  'formSent',
  'decisionTyped',
  'decided',
  'stopAsked',
  'failureClosed',
] satisfies Action['type'][];

function isAction(step: Action | ToPanel): step is Action {
  return actions.includes(step.type);
}

function state(run = view(), revision = 1): ToPanel {
  return { type: 'state', revision, view: run };
}

const failure: ToPanel = { type: 'failure', message: 'no' };

describe('the model of the panel', () => {
  it('shows the problems of the latest check only, and keeps warnings by the criterion they are about', () => {
    const vague = { ...briefForm, criteria: ['Fine', 'High quality'] };
    const warned = after(
      emptyModel,
      formMessage(),
      formMessage({
        keep: true,
        initial: vague,
        problems: [
          { field: 'task', index: null, severity: 'error', message: 'Say what.' },
          { field: 'criteria', index: 1, severity: 'warning', message: 'Nobody can check it.' },
        ],
      }),
    );
    assert.deepEqual(
      warned.form?.problems.map((problem) => problem.field),
      ['task'],
    );
    assert.deepEqual(warned.lint, [{ criterion: 'High quality', message: 'Nobody can check it.' }]);
    const again = after(warned, formMessage({ keep: true, keyMissing: true }));
    assert.deepEqual(again.form?.problems, []);
    assert.equal(again.form.keyMissing, true);
    const typed = after(warned, { type: 'criteriaChecked', warnings: [] });
    assert.deepEqual(typed.lint, []);
  });

  it('leaves a failure behind with the page it was met on', () => {
    const failed = after(emptyModel, formMessage(), failure);
    assert.equal(after(failed, { type: 'welcome', view: welcome }).failure, null);
    const here = after(emptyModel, { type: 'welcome', view: welcome }, failure);
    assert.equal(after(here, { type: 'welcome', view: welcome }).failure, 'no');
  });

  it('takes the newest state and drops an older one that arrives late', () => {
    const model = after(emptyModel, state(view({ round: 3 }), 5), state(view({ round: 2 }), 4));
    assert.equal(model.run?.round, 3);
    assert.equal(model.page, 'run');
  });

  it('takes another run whatever its revision, and forgets what belonged to the last one', () => {
    const model = after(
      emptyModel,
      state(view(), 5),
      { type: 'failure', message: 'no' },
      state(view({ runId: 'other' }), 1),
    );
    assert.equal(model.run?.runId, 'other');
    assert.equal(model.failure, null);
  });

  it('keeps nothing of progress that is of another run or of a run that ended', () => {
    const progress: ToPanel = { type: 'progress', runId: 'other', calls: [] };
    const model = after(emptyModel, state());
    assert.equal(after(model, progress), model);
    assert.deepEqual(after(model, state(ended('success'), 2)).calls, []);
  });

  it('keeps what was typed through a refusal, a preview, another page and a reload', () => {
    const typed: Action = { type: 'typed', change: { task: 'Half a sentence' } };
    const open = after(emptyModel, formMessage(), typed, { type: 'formSent' });
    const refused = after(open, formMessage({ keep: true }));
    assert.equal(refused.form?.draft.task, 'Half a sentence');
    assert.equal(refused.form.sent, false);
    const left = after(refused, { type: 'welcome', view: welcome });
    assert.equal(left.form, null);
    const reloaded = fromSaved(JSON.parse(JSON.stringify(toSaved(left))));
    const again = after(reloaded, formMessage());
    assert.equal(again.form?.draft.task, 'Half a sentence');
    assert.equal(again.form.recovered, true);
    const fresh = after(again, { type: 'draftDropped' });
    assert.equal(fresh.form?.draft.task, briefForm.task);
    assert.deepEqual(fresh.drafts, {});
  });

  it('keeps what was typed when the host asks for the same brief again, once or twice', () => {
    const empty = formMessage({ initial: { ...briefForm, task: '', criteria: [''] } });
    const typed: Action[] = [
      { type: 'typed', change: { task: 'Half a sentence' } },
      { type: 'typed', change: { criteria: ['One'] } },
    ];
    const open = after(emptyModel, empty, ...typed);
    const cancelled = after(open, { type: 'welcome', view: welcome });
    for (const [name, model, recovered] of [
      ['asked again while open', after(open, empty), false],
      ['asked again after Cancel', after(cancelled, empty), true],
      ['asked twice after Cancel', after(cancelled, empty, empty), true],
    ] as const) {
      assert.equal(model.form?.draft.task, 'Half a sentence', name);
      assert.deepEqual(model.form.draft.criteria, ['One'], name);
      assert.equal(model.form.recovered, recovered, name);
    }
    const picked = formMessage({ keep: true, initial: { ...briefForm, artifacts: ['a', 'b'] } });
    assert.deepEqual(after(open, picked, empty).form?.draft.artifacts, ['a', 'b']);
    const over = after(cancelled, empty, { type: 'draftDropped' }, empty);
    assert.equal(over.form?.draft.task, '');
  });

  it('shows the settings of now in a form that nobody has typed into', () => {
    const model = after(
      emptyModel,
      formMessage(),
      formMessage({ initial: { ...briefForm, cap: '9' } }),
    );
    assert.equal(model.form?.draft.cap, '9');
  });

  it('takes a problem away when its field is changed, and only that one', () => {
    const about = (field: 'task' | 'cap') =>
      ({ field, index: null, severity: 'error', message: 'No.' }) as const;
    const model = after(emptyModel, formMessage({ problems: [about('task'), about('cap')] }), {
      type: 'typed',
      change: { task: 'Now it is said' },
    });
    assert.deepEqual(
      model.form?.problems.map((problem) => problem.field),
      ['cap'],
    );
  });

  it('takes the files that the host says were picked, and leaves the rest as typed', () => {
    const model = after(
      emptyModel,
      formMessage(),
      { type: 'typed', change: { task: 'Typed' } },
      formMessage({ keep: true, initial: { ...briefForm, artifacts: ['a.md', 'b.md'] } }),
    );
    assert.equal(model.form?.draft.task, 'Typed');
    assert.deepEqual(model.form.draft.artifacts, ['a.md', 'b.md']);
  });

  it('drops a draft when its run has started, not when another run is shown', () => {
    const typed: Action = { type: 'typed', change: { task: 'Typed' } };
    const started = after(emptyModel, formMessage(), typed, { type: 'formSent' }, state());
    assert.deepEqual(started.drafts, {});
    const shown = after(emptyModel, formMessage(), typed, state());
    assert.equal(Object.values(shown.drafts)[0]?.task, 'Typed');
  });

  it('starts from nothing when what was saved is not its own', () => {
    for (const value of [undefined, null, 7, 'x', {}, { drafts: { a: { task: 1 } } }]) {
      assert.equal(fromSaved(value), emptyModel);
    }
  });

  it('keeps a half-made decision for its prompt only', () => {
    const asked = waiting({ id: 'one', findings: mixedFindings(2) });
    const model = after(emptyModel, state(asked), {
      type: 'decisionTyped',
      change: { words: { supply: 'the annex' } },
    });
    assert.equal(decisionDraft(model).words['supply'], 'the annex');
    const reloaded = after(fromSaved(toSaved(model)), state(asked));
    assert.equal(decisionDraft(reloaded).words['supply'], 'the annex');
    const next = after(reloaded, state(waiting({ id: 'two' }), 2));
    assert.deepEqual(decisionDraft(next).words, {});
  });

  it('shows a decision as answered until the host says otherwise', () => {
    const asked = waiting({ id: 'one' });
    const answered = after(emptyModel, state(asked), { type: 'decided', promptId: 'one' });
    assert.equal(answered.answered, 'one');
    for (const message of [state(asked, 2), state(view(), 2), failure]) {
      assert.equal(after(answered, message).answered, null);
    }
  });

  it('asks for the findings of rounds that are open and were not sent', () => {
    const model = after(emptyModel, state());
    assert.deepEqual(roundsToAskFor(model), []);
    const id = `${view().runId}/round/1`;
    assert.deepEqual(roundsToAskFor(after(model, { type: 'toggled', id, open: true })), [1]);
  });
});

describe('the answer that a choice makes', () => {
  const run = view();
  const draft = decisionDraft(emptyModel);
  const findings = mixedFindings(2).slice(0, 2);
  const choose = (
    kind: OfferView['kind'],
    change: Partial<typeof draft> = {},
    rest: { needsBudget?: boolean; spent?: 'tokens' | 'seconds' } = {},
  ) =>
    choiceFor(
      offer(kind, { needsBudget: rest.needsBudget ?? false }),
      run,
      prompt({ findings, spent: rest.spent ?? null }),
      { ...draft, ...change },
    );

  it('is not made while something is missing', () => {
    assert.equal(choose('supply', { words: { supply: '  ' } }), 'own');
    assert.equal(choose('settle', { picks: { [findings[0]?.key ?? '']: 'uphold' } }), 'own');
    assert.equal(choose('revise', { task: ' ' }), 'own');
    assert.equal(choose('revise', { criteria: ['', ' '] }), 'own');
    for (const by of ['0', '-1', '1.5', 'many', '']) {
      assert.equal(choose('raise-cap', { words: { by } }), 'own', by);
    }
    assert.equal(choose('go-on', {}, { needsBudget: true, spent: 'tokens' }), 'budget');
  });

  it('holds exactly what was chosen and typed', () => {
    assert.deepEqual(choose('stop'), { kind: 'stop' });
    assert.deepEqual(choose('raise-cap', { words: { by: ' 3 ' } }), { kind: 'raise-cap', by: 3 });
    assert.deepEqual(choose('restore'), { kind: 'restore', round: 2 });
    assert.deepEqual(choose('restore', { words: { restore: '0' } }), { kind: 'restore', round: 0 });
    assert.deepEqual(choose('revise', { criteria: [' one ', ''] }), {
      kind: 'revise',
      task: run.task,
      criteria: ['one'],
    });
    const [first, second] = findings.map((one) => one.key);
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(
      choose('settle', {
        picks: { [first]: 'uphold', [second]: 'dismiss' },
        words: { [second]: ' known ' },
      }),
      {
        kind: 'settle',
        answers: [
          { key: first, answer: 'uphold', words: '' },
          { key: second, answer: 'dismiss', words: 'known' },
        ],
      },
    );
  });

  it('carries more budget where the choice spends past one', () => {
    const spent = { needsBudget: true, spent: 'tokens' } as const;
    assert.deepEqual(choose('go-on', { words: { tokens: '5000' } }, spent), {
      kind: 'go-on',
      more: { tokens: 5000, cost: 0, seconds: 0 },
    });
    assert.deepEqual(choose('stop', {}, { needsBudget: false, spent: 'tokens' }), { kind: 'stop' });
    assert.deepEqual(
      choose('more-budget', { words: { seconds: '90' } }, { needsBudget: true, spent: 'seconds' }),
      { kind: 'more-budget', tokens: 0, cost: 0, seconds: 90 },
    );
  });
});

describe('the list of criteria', () => {
  const list = ['a', 'b', 'c'];

  it('grows, shrinks and moves without losing one', () => {
    assert.deepEqual(insertedAfter(list, 0), ['a', '', 'b', 'c']);
    assert.deepEqual(removed(list, 1), ['a', 'c']);
    assert.deepEqual(moved(list, 1, -1), ['b', 'a', 'c']);
    assert.deepEqual(moved(list, 2, 1), list);
    assert.deepEqual(moved(list, 0, -1), list);
  });

  it('takes a pasted list apart', () => {
    assert.deepEqual(replacedByLines(list, 1, '- one\r\n2. two\n\n  • three'), [
      'a',
      'one',
      'two',
      'three',
      'c',
    ]);
    assert.deepEqual(replacedByLines(['x'], 0, '\n'), ['']);
  });
});

describe('what a screen reader is told', () => {
  const at = (run = view()): PanelModel => after(emptyModel, state(run));

  it('the result of a round, once, and nothing of progress', () => {
    const running = view({ rounds: view().rounds.slice(0, 2) });
    const before = at(running);
    const done = after(before, state({ ...running, rounds: view().rounds.slice(0, 3) }, 2));
    assert.equal(announcement(before, done, say), 'Round 2 done: 1 HIGH, 2 MEDIUM, 2 LOW');
    assert.equal(announcement(done, after(done, state(done.run ?? view(), 3)), say), null);
    const progress: ToPanel = { type: 'progress', runId: view().runId, calls: [] };
    assert.equal(announcement(done, after(done, progress), say), null);
  });

  it('a decision that waits, and the outcome', () => {
    const before = at();
    const asked = after(before, state(waiting({ kind: 'cap' }), 2));
    assert.match(announcement(before, asked, say) ?? '', /Your decision is needed: The cap/);
    const end = after(asked, state(ended('escalated: cap'), 3));
    assert.equal(announcement(asked, end, say), 'Ended without success: the cap was reached');
  });

  it('nothing of a run that is shown for the first time', () => {
    assert.equal(announcement(emptyModel, at(), say), null);
  });
});

describe('the words of the panel', () => {
  it('call nothing but success a success', () => {
    const others = [
      'blocked',
      'escalated: disagreement',
      'escalated: churn',
      'escalated: stalled',
      'escalated: cap',
      'escalated: budget',
      'escalated: stopped',
      'escalated: invalid report',
      'escalated: model failure',
      'escalated: decisions needed',
      'success-with-residual',
      'audited',
    ] as const;
    for (const outcome of others) {
      const words = outcomeWords(ended(outcome), say);
      assert.doesNotMatch(words.replace('without success', ''), /success/i, words);
    }
    assert.equal(outcomeWords(ended('success'), say), 'Success: no findings, 2 rounds in a row');
    const single = ended('success', { rounds: [round(1, mixedFindings(1)), round(2, [])] });
    assert.equal(outcomeWords(single, say), 'Success: no findings in the last round');
  });

  it('are the translated ones where there are any, with their figures', () => {
    const german = sayIn('de', { 'Round {round}': 'Runde {round}' });
    assert.equal(german('round', { round: 3 }), 'Runde 3');
    assert.equal(german('stop'), 'Stop');
    assert.equal(german.money(0.5), '0,50');
    assert.equal(sayIn('not a locale!', {}).compact(12_400), '12.4K');
  });

  it('write a duration as a clock does', () => {
    assert.deepEqual([0, 42.9, 725, 3725, -3].map(duration), [
      '0:00',
      '0:42',
      '12:05',
      '1:02:05',
      '0:00',
    ]);
  });
});

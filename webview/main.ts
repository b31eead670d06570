import { LitElement, render } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import type { ToPanel } from '../src/protocol/to-panel';
import { announcement } from './announce';
import { connect } from './bridge';
import { criteriaInHand, openRounds, roundsToAskFor, type PanelModel } from './model';
import type { Panel } from './panel';
import { reduce, type Action } from './reduce';
import { fromSaved, toSaved } from './saved';
import './styles/panel.css';
import { sayIn } from './text';
import { startTicking, tick } from './ticker';
import { app } from './views/app';
import { decisionHeading } from './views/decision';
import { firstField, firstProblem } from './views/form';

const root = element('panel');
const announcer = element('announcer');
const bridge = connect(receive);
const post: Panel['post'] = (message) => {
  bridge.post(message);
};
let model = fromSaved(bridge.load());
let say = sayIn(model.locale, model.table);
let focusNext: string | null = null;
let drawing = false;
/** Rounds that were asked for and have not come yet: they are asked for once. */
let asked = '';
/** Milliseconds without a key after which typed criteria are looked at. */
const typingPause = 400;
let pause: ReturnType<typeof setTimeout> | undefined;

draw();
startTicking(root);
bridge.post({ type: 'ready' });

function receive(message: ToPanel): void {
  const before = model;
  dispatch({ type: 'received', message });
  if (message.type === 'focusDecision') focus(decisionHeading);
  if (model.page === before.page && message.type !== 'form') return;
  if (message.type === 'form' && model.form !== null) {
    const problem = message.keep ? firstProblem(model.form) : null;
    if (problem !== null) focus(problem);
    else if (before.page !== 'form') focus(firstField);
  } else if (message.type === 'preview') {
    focus('preview-title');
  } else if (message.type === 'state' && before.page !== 'loading') {
    focus('run-title');
  }
}

function dispatch(action: Action): void {
  const before = model;
  model = reduce(model, action);
  if (model === before) return;
  if (model.table !== before.table || model.locale !== before.locale) {
    say = sayIn(model.locale, model.table);
  }
  if (action.type !== 'received' || action.message.type !== 'progress') {
    bridge.save(toSaved(model));
    askForRounds(model);
  }
  if (criteriaInHand(model) !== criteriaInHand(before)) checkCriteriaSoon();
  const words = announcement(before, model, say);
  if (words !== null) announcer.textContent = words;
  draw();
}

/** Draws once for everything that happens in one task. */
function draw(): void {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    const panel: Panel = { model, say, post, dispatch, focus };
    render(app(panel), root);
    tick(root);
    if (focusNext === null) return;
    const target = document.getElementById(focusNext);
    focusNext = null;
    // A control of the element library takes the focus only once it has drawn itself.
    if (target instanceof LitElement) void target.updateComplete.then(() => target.focus());
    else target?.focus();
  });
}

function focus(id: string): void {
  focusNext = id;
  draw();
}

/** A criterion that nobody can check is marked while it is typed, not at every key. */
function checkCriteriaSoon(): void {
  clearTimeout(pause);
  pause = setTimeout(() => {
    const criteria = criteriaInHand(model)?.filter((criterion) => criterion.trim() !== '') ?? [];
    if (criteria.length > 0) bridge.post({ type: 'checkCriteria', criteria });
  }, typingPause);
}

function askForRounds(now: PanelModel): void {
  const { run } = now;
  const missing = roundsToAskFor(now);
  const question = missing.length === 0 ? '' : JSON.stringify([run?.runId, missing]);
  if (question === asked) return;
  asked = question;
  if (run === null || missing.length === 0) return;
  bridge.post({ type: 'openRounds', runId: run.runId, rounds: openRounds(now) });
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}"`);
  return found;
}

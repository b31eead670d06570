import { assertNever } from '../src/util/assert-never';
import type { BriefForm, CriterionWarning, FormProblem } from '../src/protocol/brief-form';
import type { ToPanel } from '../src/protocol/to-panel';
import {
  decisionDraft,
  emptyDecision,
  replyKey,
  type DecisionDraft,
  type FormModel,
  type PanelModel,
} from './model';

/** What happens to the panel: a message from the host, or something the person did that only the panel keeps. */
export type Action =
  | { readonly type: 'received'; readonly message: ToPanel }
  | { readonly type: 'toggled'; readonly id: string; readonly open: boolean }
  | { readonly type: 'typed'; readonly change: Partial<BriefForm> }
  | { readonly type: 'draftDropped' }
  | { readonly type: 'formSent' }
  | { readonly type: 'decisionTyped'; readonly change: Partial<DecisionDraft> }
  | { readonly type: 'decided'; readonly promptId: string }
  | { readonly type: 'stopAsked'; readonly runId: string }
  | { readonly type: 'failureClosed' };

/** Most drafts that are kept; the oldest goes first. */
const keptDrafts = 10;

export function reduce(model: PanelModel, action: Action): PanelModel {
  switch (action.type) {
    case 'received':
      return receive(model, action.message);
    case 'toggled':
      return { ...model, open: { ...model.open, [action.id]: action.open } };
    case 'typed':
      return typed(model, action.change);
    case 'draftDropped':
      if (model.form === null) return model;
      return {
        ...model,
        form: {
          ...model.form,
          draft: model.form.initial,
          recovered: false,
          problems: [],
          keyMissing: false,
        },
        drafts: without(model.drafts, model.form.draftKey),
      };
    case 'formSent':
      return model.form === null
        ? model
        : { ...model, failure: null, form: { ...model.form, sent: true } };
    case 'decisionTyped':
      return { ...model, decision: { ...decisionDraft(model), ...action.change } };
    case 'decided':
      return { ...model, answered: action.promptId, failure: null };
    case 'stopAsked':
      return { ...model, stopping: action.runId, failure: null };
    case 'failureClosed':
      return { ...model, failure: null };
    default:
      return assertNever(action);
  }
}

function receive(model: PanelModel, message: ToPanel): PanelModel {
  switch (message.type) {
    case 'state':
      return receiveRun(model, message);
    case 'progress':
      return message.runId === model.run?.runId ? { ...model, calls: message.calls } : model;
    case 'form':
      return {
        ...model,
        page: 'form',
        preview: null,
        form: formOf(model, message),
        lint: [...model.lint, ...lintOf(message)],
      };
    case 'criteriaChecked':
      return { ...model, lint: message.warnings };
    case 'welcome':
      return {
        ...model,
        page: 'welcome',
        welcome: message.view,
        form: null,
        preview: null,
        run: null,
        revision: -1,
        calls: [],
        // What could not be done belongs to the page it was asked for on.
        failure: model.page === 'welcome' ? model.failure : null,
      };
    case 'preview':
      return {
        ...model,
        page: 'preview',
        preview: message.view,
        form: model.form === null ? null : { ...model.form, sent: false, problems: [] },
      };
    case 'strings':
      return { ...model, locale: message.locale, table: message.table };
    case 'reply':
      if (message.runId !== model.run?.runId) return model;
      return {
        ...model,
        replies: {
          ...model.replies,
          [replyKey(message.round, message.lens, message.attempt)]: {
            text: message.text,
            outcome: message.outcome,
          },
        },
      };
    case 'failure':
      return {
        ...model,
        failure: message.message,
        stopping: null,
        answered: null,
        form: model.form === null ? null : { ...model.form, sent: false },
      };
    case 'focusDecision':
      return model.run === null ? model : { ...model, page: 'run' };
    default:
      return assertNever(message);
  }
}

function receiveRun(model: PanelModel, message: Extract<ToPanel, { type: 'state' }>): PanelModel {
  const { view } = message;
  const same = model.run?.runId === view.runId;
  if (same && message.revision < model.revision) return model;
  // The host posts only what it shows: a run that arrives while a brief is open was started or asked for.
  const started = !same && model.form !== null && (model.form.sent || model.page === 'preview');
  return {
    ...model,
    page: 'run',
    form: null,
    preview: null,
    drafts: started ? without(model.drafts, model.form.draftKey) : model.drafts,
    run: view,
    revision: message.revision,
    calls: same && view.live ? model.calls : [],
    failure: same ? model.failure : null,
    replies: same ? model.replies : {},
    stopping: view.live && view.prompt === null ? model.stopping : null,
    // A state that still asks is newer than the answer: it was not taken.
    answered: null,
    decision: view.prompt === null ? emptyDecision : model.decision,
  };
}

function formOf(model: PanelModel, message: Extract<ToPanel, { type: 'form' }>): FormModel {
  const open = model.form?.draftKey === message.draftKey ? model.form : null;
  const left = model.drafts[message.draftKey];
  const recovered = open === null && !message.keep && left !== undefined;
  // The host may ask for the same brief again, at any time: that never takes away what was typed.
  const mine = message.keep || left !== undefined ? (open?.draft ?? left) : undefined;
  const draft = mine ?? message.initial;
  // A host that lets files be picked answers with the new list: that part is the host's word.
  const artifacts = message.keep ? message.initial.artifacts : draft.artifacts;
  return {
    draftKey: message.draftKey,
    initial: message.initial,
    draft: { ...draft, artifacts },
    lenses: message.lenses,
    models: message.models,
    problems: message.problems.filter((problem) => !isLint(problem)),
    keyMissing: message.keyMissing,
    recovered: recovered || (open?.recovered ?? false),
    sent: false,
  };
}

/** The host's word on single criteria is kept by their text: it holds wherever the criterion is moved. */
function lintOf(message: Extract<ToPanel, { type: 'form' }>): CriterionWarning[] {
  return message.problems.filter(isLint).flatMap((problem) => {
    const criterion = message.initial.criteria[problem.index ?? -1];
    return criterion === undefined ? [] : [{ criterion, message: problem.message }];
  });
}

function isLint(problem: FormProblem): boolean {
  return problem.field === 'criteria' && problem.index !== null && problem.severity === 'warning';
}

function typed(model: PanelModel, change: Partial<BriefForm>): PanelModel {
  if (model.form === null) return model;
  const draft = { ...model.form.draft, ...change };
  const { draftKey } = model.form;
  const others = Object.entries(without(model.drafts, draftKey)).slice(1 - keptDrafts);
  // What was said about a field is about what stood in it before.
  const problems = model.form.problems.filter((problem) => !(problem.field in change));
  return {
    ...model,
    form: { ...model.form, draft, problems },
    drafts: { ...Object.fromEntries(others), [draftKey]: draft },
  };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

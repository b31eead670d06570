import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { BriefForm, FormField, LensOption } from '../../src/protocol/brief-form';
import type { FormModel } from '../model';
import type { Panel } from '../panel';
import { criteriaEditor, problemLine } from './criteria-editor';
import { button, disclosure, icon, iconButton } from './parts';

/** Id of the field that the focus goes to when the form opens. */
export const firstField = 'form-task';

/** The brief, asked in one form; the host's problems stand beside their fields, all at once. */
export function formPage(panel: Panel, form: FormModel): TemplateResult {
  const { say } = panel;
  const { draft } = form;
  const audit = draft.mode === 'audit';
  const errors = form.problems.filter((problem) => problem.severity === 'error').length;
  return html`<form
    class="form"
    aria-labelledby="form-title"
    novalidate
    @submit=${(event: Event) => {
      event.preventDefault();
    }}
  >
    <h1 id="form-title">${say(audit ? 'formAuditTitle' : 'formTitle')}</h1>
    ${
      form.recovered
        ? html`<p class="banner">
            <span>${say('formDraftBack')}</span>${button(say('formStartOver'), () => {
              panel.dispatch({ type: 'draftDropped' });
              panel.focus(firstField);
            })}
          </p>`
        : nothing
    }
    ${
      errors > 0
        ? html`<p class="banner problem" role="alert">
            ${say('formProblems', {
              count: errors === 1 ? say('formProblem') : say('formProblemMany', { count: errors }),
            })}
          </p>`
        : nothing
    }
    ${form.keyMissing ? noKey(panel, draft) : nothing}
    ${text(panel, form, 'task', say('task'), say('taskHelp'), 2)} ${artifacts(panel, form)}
    <fieldset class="field" id="form-criteria" tabindex="-1" aria-describedby="form-criteria-help">
      <legend class="field-label">${say('criteria')}</legend>
      <p class="muted small" id="form-criteria-help">${say('criteriaHelp')}</p>
      ${criteriaEditor(panel, {
        idPrefix: 'form',
        criteria: draft.criteria,
        problems: form.problems.filter(
          (problem) => problem.field === 'criteria' && problem.index !== null,
        ),
        change: (criteria) => {
          panel.dispatch({ type: 'typed', change: { criteria } });
        },
      })}
      ${problems(form, 'criteria')}
    </fieldset>
    ${text(panel, form, 'context', say('context'), say('contextHelp'), 2)} ${lenses(panel, form)}
    ${options(panel, form)}
    <div class="actions sticky">
      ${button(
        say(audit ? 'startAudit' : 'startRun'),
        () => {
          panel.dispatch({ type: 'formSent' });
          panel.post({ type: 'submitBrief', draftKey: form.draftKey, form: draft });
        },
        { primary: true, icon: 'play', disabled: form.sent, id: 'form-start' },
      )}
      ${button(
        say('previewPrompts'),
        () => {
          panel.dispatch({ type: 'formSent' });
          panel.post({ type: 'showPreview', draftKey: form.draftKey, form: draft });
        },
        { icon: 'preview', disabled: form.sent },
      )}
      ${button(say('cancel'), () => {
        panel.post({ type: 'cancelForm' });
      })}
    </div>
  </form>`;
}

/** What is missing is not in the form, but is put right from it. */
function noKey(panel: Panel, draft: BriefForm): TemplateResult {
  const { say } = panel;
  return html`<div class="banner key" role="alert">
    ${icon('key')}<span>${say('formNoKey')}</span>
    <div class="actions">
      ${button(
        say('setKey'),
        () => {
          panel.post({ type: 'setKey', form: draft });
        },
        { primary: true, id: 'form-set-key' },
      )}
      ${button(say('runExample'), () => {
        panel.post({ type: 'runRecorded', id: null });
      })}
    </div>
  </div>`;
}

type TextField = 'task' | 'context' | 'cap' | 'cleanRounds' | 'budgetTokens';

function text(
  panel: Panel,
  form: FormModel,
  field: TextField,
  label: string,
  help: string,
  rows: number,
): TemplateResult {
  const id = `form-${field}`;
  const bad = form.problems.some(
    (problem) => problem.field === field && problem.severity === 'error',
  );
  const input = (event: InputEvent) => {
    const { value } = event.target as HTMLInputElement | HTMLTextAreaElement;
    panel.dispatch({ type: 'typed', change: { [field]: value } });
  };
  const describedBy = `${id}-help ${id}-problems`;
  return html`<div class="field ${rows === 0 ? 'narrow' : ''}">
    <label class="field-label" for=${id}>${label}</label>
    ${
      rows === 0
        ? html`<input
            type="text"
            inputmode="numeric"
            id=${id}
            aria-invalid=${bad ? 'true' : nothing}
            aria-describedby=${describedBy}
            .value=${live(form.draft[field])}
            @input=${input}
          />`
        : html`<textarea
            id=${id}
            rows=${rows}
            aria-invalid=${bad ? 'true' : nothing}
            aria-describedby=${describedBy}
            .value=${live(form.draft[field])}
            @input=${input}
          ></textarea>`
    }
    <p class="muted small" id="${id}-help">${help}</p>
    ${problems(form, field)}
  </div>`;
}

/** What is wrong with the field as a whole. */
function problems(form: FormModel, field: FormField): TemplateResult {
  const list = form.problems.filter(
    (problem) => problem.field === field && (field !== 'criteria' || problem.index === null),
  );
  return html`<div class="problems" id="form-${field}-problems">${list.map(problemLine)}</div>`;
}

function artifacts(panel: Panel, form: FormModel): TemplateResult {
  const { say } = panel;
  const { draft } = form;
  return html`<fieldset class="field" id="form-artifacts" tabindex="-1">
    <legend class="field-label">${say('artifacts')}</legend>
    <ul class="plain">
      ${draft.artifacts.map(
        (path, at) =>
          html`<li class="path-row">
            <span class="path" title=${path}>${path}</span>
            ${iconButton('close', say('artifactRemove', { file: path }), () => {
              panel.dispatch({
                type: 'typed',
                change: { artifacts: draft.artifacts.filter((_, place) => place !== at) },
              });
              panel.focus('form-artifacts-add');
            })}
          </li>`,
      )}
    </ul>
    ${button(
      say('artifactAdd'),
      () => {
        panel.post({ type: 'pickArtifacts', form: draft });
      },
      { icon: 'folder-opened', id: 'form-artifacts-add' },
    )}
    <p class="muted small">
      ${say(draft.mode === 'audit' ? 'artifactsAuditHelp' : 'artifactsHelp')}
    </p>
    ${problems(form, 'artifacts')}
  </fieldset>`;
}

function lenses(panel: Panel, form: FormModel): TemplateResult {
  const { say } = panel;
  return html`<fieldset class="field" id="form-lenses" tabindex="-1">
    <legend class="field-label">${say('critics')}</legend>
    <p class="muted small">${say('criticsHelp')}</p>
    ${form.lenses.map((lens) => lensRow(panel, form, lens))} ${problems(form, 'lenses')}
  </fieldset>`;
}

function lensRow(panel: Panel, form: FormModel, lens: LensOption): TemplateResult {
  const { say } = panel;
  const chosen = form.draft.lenses.includes(lens.name);
  const toggle = () => {
    const names = new Set(form.draft.lenses);
    if (chosen) names.delete(lens.name);
    else names.add(lens.name);
    panel.dispatch({
      type: 'typed',
      change: { lenses: form.lenses.map((one) => one.name).filter((name) => names.has(name)) },
    });
  };
  return html`<div class="lens">
    ${checkbox(`lens-${lens.name}`, lens.title, chosen, toggle)}
    <p class="muted small help">${lens.forWhat}</p>
    ${disclosure(panel, {
      id: `form/lens/${lens.name}`,
      className: 'quiet help',
      title: html`<span aria-hidden="true">${say('lookFor')}</span
        ><span class="sr-only">${say('lookForOf', { critic: lens.title })}</span>`,
      body: () =>
        html`<ul class="look-for muted small">
          ${lens.lookFor.map((line) => html`<li>${line}</li>`)}
        </ul>`,
    })}
  </div>`;
}

function checkbox(id: string, label: string, checked: boolean, toggle: () => void): TemplateResult {
  return html`<vscode-checkbox
    id=${id}
    .checked=${live(checked)}
    label=${label}
    @change=${toggle}
  ></vscode-checkbox>`;
}

function options(panel: Panel, form: FormModel): TemplateResult {
  const { say } = panel;
  const { draft } = form;
  const fields: readonly FormField[] = [
    'cap',
    'cleanRounds',
    'strictness',
    'baseline',
    'budgetTokens',
    'model',
  ];
  const bad = form.problems.some((problem) => fields.includes(problem.field));
  return disclosure(panel, {
    id: 'form/options',
    forceOpen: bad,
    title: say('moreOptions'),
    byDefault: true,
    level: 2,
    body: () => html`
      ${select(panel, form, 'strictness', say('strictness'), draft.strictness, [
        ['normal', say('strictnessNormal')],
        ['strict', say('strictnessStrict')],
        ['lenient', say('strictnessLenient')],
      ])}
      ${
        draft.mode === 'audit'
          ? nothing
          : html`<div class="pair">
                ${text(panel, form, 'cap', say('cap'), say('capHelp'), 0)}
                ${text(panel, form, 'cleanRounds', say('cleanRounds'), say('cleanRoundsHelp'), 0)}
              </div>
              <div class="field">
                ${checkbox('form-baseline', say('baseline'), draft.baseline, () => {
                  panel.dispatch({ type: 'typed', change: { baseline: !draft.baseline } });
                })}
                <p class="muted small help">${say('baselineHelp')}</p>
                ${problems(form, 'baseline')}
                ${checkbox(
                  'form-confirm',
                  say('confirmAuditOnly'),
                  draft.confirmRounds === 'audit-only',
                  () => {
                    panel.dispatch({
                      type: 'typed',
                      change: {
                        confirmRounds: draft.confirmRounds === 'audit-only' ? 'full' : 'audit-only',
                      },
                    });
                  },
                )}
                <p class="muted small help">${say('confirmAuditOnlyHelp')}</p>
              </div>`
      }
      ${text(panel, form, 'budgetTokens', say('budgetTokens'), say('budgetTokensHelp'), 0)}
      ${
        form.models.length === 0
          ? nothing
          : select(panel, form, 'model', say('model'), draft.model ?? '', [
              ['', say('modelDefault')],
              ...form.models.map((model) => [model.id, `${model.label} ${model.detail}`] as const),
            ])
      }
    `,
  });
}

function select(
  panel: Panel,
  form: FormModel,
  field: 'strictness' | 'model',
  label: string,
  value: string,
  choices: readonly (readonly [string, string])[],
): TemplateResult {
  const id = `form-${field}`;
  return html`<div class="field">
    <label class="field-label" for=${id}>${label}</label>
    <select
      id=${id}
      aria-describedby="${id}-problems"
      @change=${(event: Event) => {
        const picked = (event.target as HTMLSelectElement).value;
        panel.dispatch({
          type: 'typed',
          change:
            field === 'model'
              ? { model: picked === '' ? null : picked }
              : { strictness: picked as BriefForm['strictness'] },
        });
      }}
    >
      ${choices.map(
        ([key, name]) => html`<option value=${key} ?selected=${key === value}>${name}</option>`,
      )}
    </select>
    ${problems(form, field)}
  </div>`;
}

/** Id of the first field with an error, for the focus after a submission was refused. */
export function firstProblem(form: FormModel): string | null {
  const order: readonly FormField[] = [
    'task',
    'artifacts',
    'criteria',
    'context',
    'lenses',
    'strictness',
    'cap',
    'cleanRounds',
    'baseline',
    'budgetTokens',
    'model',
  ];
  const errors = form.problems.filter((problem) => problem.severity === 'error');
  const first = order
    .map((field) => errors.find((problem) => problem.field === field))
    .find((problem) => problem !== undefined);
  if (first === undefined) return form.keyMissing ? 'form-set-key' : null;
  if (first.field === 'criteria') return `form-criterion-${first.index ?? 0}`;
  if (first.field === 'artifacts') return 'form-artifacts-add';
  return `form-${first.field}`;
}

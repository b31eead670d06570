import { html, nothing, type TemplateResult } from 'lit';
import type { OfferView, PanelView, PromptView } from '../../src/protocol/views';
import { choiceFor, otherModel, restoreTarget, type Choice } from '../choices';
import { decisionDraft, isOpen, type DecisionDraft } from '../model';
import type { Panel } from '../panel';
import { offerWords, promptSpent, roundName } from '../words';
import { criteriaEditor } from './criteria-editor';
import { button, icon } from './parts';

/** Every choice of a prompt, each with what taking it does; none stands out. */
export function offers(panel: Panel, run: PanelView, prompt: PromptView): TemplateResult {
  return html`${moreField(panel, prompt)}
    <ul class="offers">
      ${prompt.offers.map((offer) => html`<li>${offerOf(panel, run, prompt, offer)}</li>`)}
    </ul>`;
}

/** What was spent must be raised for most choices: asked once, above them (rulings 8). */
function moreField(panel: Panel, prompt: PromptView): TemplateResult | typeof nothing {
  const { say } = panel;
  const { spent } = prompt;
  if (spent === null || !prompt.offers.some(wantsMore)) return nothing;
  const draft = decisionDraft(panel.model);
  const label = spent === 'tokens' ? 'moreTokens' : spent === 'cost' ? 'moreCost' : 'moreSeconds';
  return html`${prompt.kind === 'budget' ? nothing : html`<p>${promptSpent(spent, say)}</p>`}
  ${number(panel, spent, moreFieldId, say(label), draft.words[spent] ?? '')}
  ${
    draft.missing === missingMore
      ? html`<p class="problem" role="alert">${icon('error')}${say('moreMissing')}</p>`
      : nothing
  }`;
}

const moreFieldId = 'field-more';
/** As `DecisionDraft.missing`: the budget field, whichever offer was chosen. */
const missingMore = 'budget';
/** The same for the model to retry with. */
const missingModel = 'model';

function wantsMore(offer: OfferView): boolean {
  return offer.needsBudget || offer.kind === 'more-budget';
}

function offerOf(
  panel: Panel,
  run: PanelView,
  prompt: PromptView,
  offer: OfferView,
): TemplateResult {
  const { say } = panel;
  const draft = decisionDraft(panel.model);
  const [name, help] = offerWords[offer.kind];
  const editId = `${run.runId}/prompt/${prompt.id}/revise`;
  const closed = offer.kind === 'revise' && !isOpen(panel.model, editId);
  const act = () => {
    if (closed) {
      panel.dispatch({ type: 'toggled', id: editId, open: true });
      panel.focus('revise-task');
      return;
    }
    take(panel, run, prompt, offer);
  };
  const helpId = `offer-help-${offer.kind}`;
  return html`${closed ? nothing : fieldsOf(panel, run, prompt, offer, draft)}
    ${button(say(offer.kind === 'revise' && !closed ? 'reviseApply' : name), act, {
      id: `offer-${offer.kind}`,
      describedBy: helpId,
    })}
    <p class="muted small" id=${helpId}>
      ${say(help)}${offer.raisesCap ? ` ${raises(panel, prompt, offer, draft)}` : ''}${
        offer.needsBudget ? ` ${say('needsBudget')}` : ''
      }
    </p>
    ${
      draft.missing === offer.kind && !asksPicks(offer)
        ? html`<p class="problem" role="alert">${icon('error')}${missingWords(panel, offer)}</p>`
        : nothing
    }
    ${offer.kind === 'retry' && prompt.models.length > 0 ? retryOther(panel, run, prompt, offer) : nothing}`;
}

/** What is missing of these stands beside each finding that waits for a pick. */
function asksPicks(offer: OfferView): boolean {
  return offer.kind === 'settle' || offer.kind === 'scope';
}

/** Row 2, "other model": the same retry, on a model that is picked or typed. */
function retryOther(
  panel: Panel,
  run: PanelView,
  prompt: PromptView,
  offer: OfferView,
): TemplateResult {
  const { say } = panel;
  const draft = decisionDraft(panel.model);
  const id = `${run.runId}/prompt/${prompt.id}/model`;
  const open = isOpen(panel.model, id);
  const act = () => {
    if (open) {
      takeOther(panel, run, prompt, offer);
      return;
    }
    panel.dispatch({ type: 'toggled', id, open: true });
    panel.focus('field-model');
  };
  return html`<div class="other">
    ${
      open
        ? html`<label class="field"
            ><span class="field-label">${say('retryOtherLabel')}</span>
            <input
              type="text"
              id="field-model"
              list="other-models"
              spellcheck="false"
              autocomplete="off"
              .value=${draft.words['model'] ?? ''}
              @input=${(event: InputEvent) => {
                type(panel, 'model', (event.target as HTMLInputElement).value);
              }}
            /><datalist id="other-models">
              ${prompt.models.map((model) => html`<option value=${model.id}>${model.label}</option>`)}
            </datalist></label
          >`
        : nothing
    }
    ${button(say(open ? 'retryOtherApply' : 'retryOther'), act, {
      id: 'offer-retry-other',
      describedBy: 'offer-help-retry-other',
    })}
    <p class="muted small" id="offer-help-retry-other">${say('retryOtherHelp')}</p>
    ${
      draft.missing === missingModel
        ? html`<p class="problem" role="alert">${icon('error')}${say('retryOtherMissing')}</p>`
        : nothing
    }
  </div>`;
}

function takeOther(panel: Panel, run: PanelView, prompt: PromptView, offer: OfferView): void {
  const draft = decisionDraft(panel.model);
  const model = otherModel(draft);
  if (model === null) {
    panel.dispatch({ type: 'decisionTyped', change: { missing: missingModel } });
    panel.focus('field-model');
    return;
  }
  const choice = choiceFor(offer, run, prompt, draft);
  if (choice === 'own' || choice === 'budget' || choice.kind !== 'retry') {
    take(panel, run, prompt, offer);
    return;
  }
  send(panel, run, prompt, { ...choice, model });
}

function send(panel: Panel, run: PanelView, prompt: PromptView, choice: Choice): void {
  panel.dispatch({ type: 'decided', promptId: prompt.id });
  panel.post({ type: 'decide', runId: run.runId, promptId: prompt.id, choice });
  panel.focus('run-title');
}

function take(panel: Panel, run: PanelView, prompt: PromptView, offer: OfferView): void {
  const draft = decisionDraft(panel.model);
  const choice = choiceFor(offer, run, prompt, draft);
  if (choice === 'budget' || (choice === 'own' && offer.kind === 'more-budget')) {
    panel.dispatch({ type: 'decisionTyped', change: { missing: missingMore } });
    panel.focus(moreFieldId);
    return;
  }
  if (choice === 'own') {
    panel.dispatch({ type: 'decisionTyped', change: { missing: offer.kind } });
    const open = prompt.findings.findIndex((finding) => draft.picks[finding.key] === undefined);
    panel.focus(asksPicks(offer) ? `pick-${open}-0` : `field-${offer.kind}`);
    return;
  }
  send(panel, run, prompt, choice);
}

/** By how much the cap rises: the number given, else one (rulings 8). */
function raises(panel: Panel, prompt: PromptView, offer: OfferView, draft: DecisionDraft): string {
  const given = offer.kind === 'raise-cap' ? Number(draft.words['by'] ?? '1') : 1;
  const by = Number.isInteger(given) && given > 0 ? given : 1;
  return panel.say('raisesTo', { cap: prompt.cap, next: prompt.cap + by });
}

function missingWords(panel: Panel, offer: OfferView): string {
  const { say } = panel;
  switch (offer.kind) {
    case 'supply':
      return say('supplyMissing');
    case 'revise':
      return say('reviseMissing');
    default:
      return say('raiseCapMissing');
  }
}

function fieldsOf(
  panel: Panel,
  run: PanelView,
  prompt: PromptView,
  offer: OfferView,
  draft: DecisionDraft,
): TemplateResult | typeof nothing {
  const { say } = panel;
  switch (offer.kind) {
    case 'supply':
      return words(panel, 'supply', say('supplyLabel'), draft);
    case 'revise':
      return reviseFields(panel, run, draft);
    case 'restore':
      return html`<label class="field"
        ><span class="field-label">${say('restoreLabel')}</span>
        <select
          id="field-restore"
          @change=${(event: Event) => {
            type(panel, 'restore', (event.target as HTMLSelectElement).value);
          }}
        >
          ${prompt.restorable.map((round) => {
            const about = run.rounds.find((one) => one.number === round);
            const counts =
              about?.complete === true ? ` (${say('countsLine', { ...about.counts })})` : '';
            const label = round === 0 ? say('restoreStart') : roundName(run, round, say);
            return html`<option value=${round} ?selected=${restoreTarget(prompt, draft) === round}>
              ${label}${counts}
            </option>`;
          })}
        </select>
      </label>`;
    case 'raise-cap':
      return number(panel, 'by', 'field-raise-cap', say('raiseCapLabel'), draft.words['by'] ?? '1');
    default:
      return nothing;
  }
}

function reviseFields(panel: Panel, run: PanelView, draft: DecisionDraft): TemplateResult {
  const { say } = panel;
  return html`<label class="field"
      ><span class="field-label">${say('task')}</span>
      <textarea
        id="revise-task"
        rows="2"
        .value=${draft.task ?? run.task}
        @input=${(event: InputEvent) => {
          panel.dispatch({
            type: 'decisionTyped',
            change: { task: (event.target as HTMLTextAreaElement).value },
          });
        }}
      ></textarea>
    </label>
    <fieldset class="field" id="field-revise" tabindex="-1">
      <legend class="field-label">${say('criteria')}</legend>
      ${criteriaEditor(panel, {
        idPrefix: 'revise',
        criteria: draft.criteria ?? run.criteria,
        problems: [],
        change: (criteria) => {
          panel.dispatch({ type: 'decisionTyped', change: { criteria } });
        },
      })}
    </fieldset>`;
}

function words(panel: Panel, name: string, label: string, draft: DecisionDraft): TemplateResult {
  return html`<label class="field"
    ><span class="field-label">${label}</span>
    <textarea
      id="field-${name}"
      rows="2"
      .value=${draft.words[name] ?? ''}
      @input=${(event: InputEvent) => {
        type(panel, name, (event.target as HTMLTextAreaElement).value);
      }}
    ></textarea>
  </label>`;
}

function number(
  panel: Panel,
  name: string,
  id: string,
  label: string,
  value: string,
): TemplateResult {
  return html`<label class="field narrow"
    ><span class="field-label">${label}</span>
    <input
      type="text"
      inputmode="numeric"
      id=${id}
      .value=${value}
      @input=${(event: InputEvent) => {
        type(panel, name, (event.target as HTMLInputElement).value);
      }}
    />
  </label>`;
}

function type(panel: Panel, name: string, value: string): void {
  const draft = decisionDraft(panel.model);
  panel.dispatch({
    type: 'decisionTyped',
    change: { words: { ...draft.words, [name]: value }, missing: null },
  });
}

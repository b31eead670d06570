import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FindingView, PanelView, PromptView } from '../../src/protocol/views';
import { decisionDraft } from '../model';
import type { Panel } from '../panel';
import {
  answerWords,
  promptTitle,
  promptWhy,
  roundName,
  severityIcons,
  severityWords,
} from '../words';
import { offers } from './decision-offers';
import { findingBody, findingGroups, placeFact } from './finding';
import { button, disclosure, icon, verbatim } from './parts';

/** Id of the heading that a followed notification moves the focus to. */
export const decisionHeading = 'decision-title';

/**
 * The decision that waits: its facts word for word, then every choice with what it would do. Nothing here answers by itself: no default
 * button, no timeout, no key that closes it.
 */
export function decision(panel: Panel, run: PanelView): TemplateResult | typeof nothing {
  const { say, model } = panel;
  const { prompt } = run;
  if (prompt === null) return nothing;
  const sent = model.answered === prompt.id;
  return html`<section class="decision" aria-labelledby=${decisionHeading}>
    <h2 id=${decisionHeading} tabindex="-1">
      ${icon('bell-dot', 'medium')}<span
        >${say('decisionTitle')}: ${promptTitle(prompt.kind, say)}</span
      >
    </h2>
    <p class="muted small">${roundName(run, prompt.round, say)}</p>
    <p>${promptWhy(prompt, say)}</p>
    ${facts(panel, run, prompt)}
    ${
      sent
        ? html`<p class="note" role="status">
            ${icon('loading', 'codicon-modifier-spin')}${say('decisionSent')}
          </p>`
        : run.readOnly === null
          ? html`<p class="muted small">${say('decisionNothing')}</p>
              ${asRecorded(panel, run, prompt)} ${offers(panel, run, prompt)}`
          : html`<p class="muted">${say('decisionElsewhere')}</p>`
    }
  </section>`;
}

/** A recorded run's own answer: said, and taken with one press like any other. */
function asRecorded(
  panel: Panel,
  run: PanelView,
  prompt: PromptView,
): TemplateResult | typeof nothing {
  const { say } = panel;
  const { recordedAnswer: choice } = prompt;
  if (choice === null) return nothing;
  return html`<div class="as-recorded">
    <p>${say('decisionRecorded', { answer: answerWords(choice, prompt, say) })}</p>
    ${button(
      say('answerAsRecorded'),
      () => {
        panel.dispatch({ type: 'decided', promptId: prompt.id });
        panel.post({ type: 'decide', runId: run.runId, promptId: prompt.id, choice });
        panel.focus('run-title');
      },
      { icon: 'history', id: 'answer-as-recorded' },
    )}
  </div>`;
}

function facts(panel: Panel, run: PanelView, prompt: PromptView): TemplateResult {
  return html`${prompt.reasons.map(
    (reason) =>
      html`<div class="reason">
        <span class="who">${reason.who}</span>${verbatim(reason.text, reason.who)}
      </div>`,
  )}
  ${prompt.kind === 'conflict' ? conflict(panel, run, prompt) : nothing}
  ${
    prompt.kind === 'disagreement' || prompt.kind === 'scope'
      ? repeat(
          prompt.findings,
          (finding) => finding.key,
          (finding, at) => judged(panel, run, prompt, finding, at),
        )
      : openFindings(panel, run, prompt)
  }`;
}

function openFindings(
  panel: Panel,
  run: PanelView,
  prompt: PromptView,
): TemplateResult | typeof nothing {
  const { say } = panel;
  if (prompt.findings.length === 0 && prompt.before.length === 0) return nothing;
  const scope = `${run.runId}/prompt/${prompt.id}`;
  if (prompt.before.length === 0) {
    return disclosure(panel, {
      id: `${scope}/open`,
      title: `${say('openNow')} (${prompt.findings.length})`,
      body: () => findingGroups(panel, run, prompt.findings, `${scope}/now`),
    });
  }
  return html`<div class="sides">
    <div>
      <h3>${say('roundBefore')}</h3>
      ${findingGroups(panel, run, prompt.before, `${scope}/before`)}
    </div>
    <div>
      <h3>${say('thisRound')}</h3>
      ${findingGroups(panel, run, prompt.findings, `${scope}/now`)}
    </div>
  </div>`;
}

function conflict(panel: Panel, run: PanelView, prompt: PromptView): TemplateResult {
  const { say } = panel;
  return html`<ul class="plain">
      ${prompt.found.map(
        (file) =>
          html`<li>
            ${icon('file')}${say(file.absent ? 'foundAbsent' : 'foundChanged', { file: file.path })}
          </li>`,
      )}
    </ul>
    ${button(
      say('showDifference'),
      () => {
        panel.post({ type: 'openConflict', runId: run.runId, promptId: prompt.id });
      },
      { icon: 'diff' },
    )}`;
}

/** One finding that the person rules on: what the Critic says, what the Implementor says, and the two answers. */
function judged(
  panel: Panel,
  run: PanelView,
  prompt: PromptView,
  finding: FindingView,
  at: number,
): TemplateResult {
  const { say } = panel;
  const draft = decisionDraft(panel.model);
  const mark = severityIcons[finding.severity];
  const disputed = prompt.kind === 'disagreement';
  const picks = disputed
    ? ([
        ['uphold', 'uphold', 'upholdHelp'],
        ['dismiss', 'dismiss', 'dismissHelp'],
      ] as const)
    : ([
        ['keep', 'keep', 'keepHelp'],
        ['remove', 'remove', 'removeHelp'],
      ] as const);
  const name = `pick-${at}`;
  const missing = draft.missing !== null && draft.picks[finding.key] === undefined;
  return html`<fieldset
    class="judged"
    ?disabled=${run.readOnly !== null || panel.model.answered === prompt.id}
  >
    <legend>
      ${icon(mark.icon, mark.tone)}<span class="sr-only"
        >${say(severityWords[finding.severity])} </span
      >${say('criticSays', { lens: finding.lens, number: finding.number })}
    </legend>
    <div class="facts">${placeFact(panel, run, finding)}</div>
    <div class="sides">
      <div>
        <h3>${finding.lens}</h3>
        ${verbatim(finding.issue, finding.lens)} ${findingBody(panel, { ...finding, answer: null })}
      </div>
      ${
        finding.answer === null
          ? nothing
          : html`<div>
              <h3>${say('implementorSays')}: ${say(finding.answer.kind)}</h3>
              ${verbatim(finding.answer.text, say('implementorSays'))}
            </div>`
      }
    </div>
    ${
      run.readOnly === null
        ? html`<div class="picks">
              ${picks.map(
                ([value, label, help], place) =>
                  html`<label class="pick"
                    ><input
                      type="radio"
                      id="${name}-${place}"
                      name=${name}
                      .checked=${draft.picks[finding.key] === value}
                      aria-describedby=${missing ? `${name}-problem` : nothing}
                      @change=${() => {
                        panel.dispatch({
                          type: 'decisionTyped',
                          change: { picks: { ...draft.picks, [finding.key]: value } },
                        });
                      }}
                    /><span
                      ><span class="pick-name">${say(label)}</span>
                      <span class="muted">${say(help)}</span></span
                    ></label
                  >`,
              )}
            </div>
            ${
              missing
                ? html`<p class="problem" id="${name}-problem">
                    ${icon('error')}${say('pickMissing')}
                  </p>`
                : nothing
            }
            ${
              disputed
                ? html`<label class="field"
                    ><span class="field-label">${say('yourWords')}</span>
                    <textarea
                      rows="1"
                      .value=${draft.words[finding.key] ?? ''}
                      @input=${(event: InputEvent) => {
                        panel.dispatch({
                          type: 'decisionTyped',
                          change: {
                            words: {
                              ...decisionDraft(panel.model).words,
                              [finding.key]: (event.target as HTMLTextAreaElement).value,
                            },
                          },
                        });
                      }}
                    ></textarea>
                  </label>`
                : nothing
            }`
        : nothing
    }
  </fieldset>`;
}

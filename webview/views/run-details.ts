import { html, nothing, type TemplateResult } from 'lit';
import type { PanelView } from '../../src/protocol/views';
import type { Panel } from '../panel';
import { choiceWords, promptTitle } from '../words';
import { disclosure, verbatim } from './parts';

/** What stands below the rounds: report, brief, decisions taken, notices. */
export function runDetails(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  return html`${
    run.notices.length === 0
      ? nothing
      : disclosure(panel, {
          id: `${run.runId}/notices`,
          level: 2,
          byDefault: true,
          title: `${say('notices')} (${run.notices.length})`,
          body: () =>
            html`<ul class="plain">
              ${run.notices.map((notice) => html`<li dir="auto">${notice.text}</li>`)}
            </ul>`,
        })
  }
  ${
    run.ended === null || run.ended.report === ''
      ? nothing
      : disclosure(panel, {
          id: `${run.runId}/report`,
          level: 2,
          title: say('reportTitle'),
          body: () => verbatim(run.ended?.report ?? '', say('reportTitle'), 'code'),
        })
  }
  ${
    run.decisions.length === 0
      ? nothing
      : disclosure(panel, {
          id: `${run.runId}/decisions`,
          level: 2,
          title: `${say('decisionsTitle')} (${run.decisions.length})`,
          body: () => decisions(panel, run),
        })
  }
  ${disclosure(panel, {
    id: `${run.runId}/brief`,
    level: 2,
    title: say('briefTitle'),
    body: () => brief(panel, run),
  })}`;
}

function decisions(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  return html`<ul class="plain">
    ${run.decisions.map(
      (decision) =>
        html`<li>
          ${say('decisionLine', {
            round: decision.round,
            prompt: promptTitle(decision.prompt, say),
            choice: choiceWords(decision.choice, say),
          })}
          <span class="muted small">${say.time(decision.at)}</span>
          ${decision.words === '' ? nothing : verbatim(decision.words, say('yourWords'))}
        </li>`,
    )}
  </ul>`;
}

function brief(panel: Panel, run: PanelView): TemplateResult {
  const { say } = panel;
  return html`<dl class="texts">
    <dt>${say('task')}</dt>
    <dd dir="auto">${run.task}</dd>
    <dt>${say('artifacts')}</dt>
    <dd>${run.artifacts.map((path) => html`<div class="path">${path}</div>`)}</dd>
    <dt>${say('criteria')}</dt>
    <dd>
      <ol class="numbered">
        ${run.criteria.map((criterion) => html`<li dir="auto">${criterion}</li>`)}
      </ol>
    </dd>
    ${
      run.context === null
        ? nothing
        : html`<dt>${say('context')}</dt>
            <dd>${verbatim(run.context, say('context'))}</dd>`
    }
    ${
      run.userDecisions.length === 0
        ? nothing
        : html`<dt>${say('userDecisions')}</dt>
            <dd>
              <ul class="plain">
                ${run.userDecisions.map((line) => html`<li dir="auto">${line}</li>`)}
              </ul>
            </dd>`
    }
    <dt>${say('critics')}</dt>
    <dd>${run.lenses.join(', ')}</dd>
    ${
      run.models.length === 0
        ? nothing
        : html`<dt>${say('models')}</dt>
            <dd>${run.models.map((model) => html`<div>${model.role}: ${model.name}</div>`)}</dd>`
    }
  </dl>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { PreviewView } from '../../src/protocol/to-panel';
import type { Panel } from '../panel';
import { button, disclosure, icon, verbatim } from './parts';

/** Before anything is sent: where it goes, about how much, and the exact words. */
export function previewPage(panel: Panel, preview: PreviewView): TemplateResult {
  const { say, model } = panel;
  const { estimate } = preview;
  // An audit, or a cap of one round: there is nothing to add up.
  const single = estimate.run === estimate.round;
  const sent = model.form?.sent ?? false;
  return html`<div class="preview">
    <h1 id="preview-title" tabindex="-1">${say('previewTitle')}</h1>
    <p class="task" dir="auto">${preview.task}</p>
    <p class="banner">
      ${icon(preview.hosts.length === 0 ? 'lock' : 'globe')}<span
        >${
          preview.hosts.length === 0
            ? say('previewLocal')
            : say('previewHosts', { hosts: preview.hosts.join(', ') })
        }</span
      >
    </p>
    ${
      preview.customHost
        ? html`<p class="banner warning">
            ${icon('warning', 'medium')}<span>${say('previewCustomHost')}</span>
          </p>`
        : nothing
    }
    <ul class="plain">
      <li>
        ${say(single ? 'previewAudit' : 'previewRound', { tokens: say.compact(estimate.round) })}
      </li>
      <li>
        ${single ? nothing : html`${say('previewRun', { tokens: say.compact(estimate.run) })}; `}
        ${
          estimate.cost === null
            ? say('previewNoPrice')
            : say('previewCost', { cost: say.money(estimate.cost) })
        }
      </li>
    </ul>
    <div class="actions sticky">
      ${button(
        say('startRun'),
        () => {
          panel.dispatch({ type: 'formSent' });
          panel.post({ type: 'start', token: preview.token });
        },
        { primary: true, icon: 'play', disabled: sent, id: 'preview-start' },
      )}
      ${button(say('previewBack'), () => {
        panel.post({ type: 'backToForm' });
      })}
    </div>
    ${preview.prompts.map((prompt, at) =>
      disclosure(panel, {
        id: `preview/${at}`,
        level: 2,
        title: html`${prompt.who} <span class="muted">${prompt.model}</span>`,
        body: () =>
          html`<h3>${say('previewSystem')}</h3>
            ${verbatim(prompt.system, say('previewSystem'), 'code')}
            <h3>${say('previewUser')}</h3>
            ${verbatim(prompt.user, say('previewUser'), 'code')}`,
      }),
    )}
  </div>`;
}

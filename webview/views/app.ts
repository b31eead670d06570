import { html, nothing, type TemplateResult } from 'lit';
import type { Panel } from '../panel';
import { chart } from './chart';
import { decision } from './decision';
import { formPage } from './form';
import { button, icon, iconButton } from './parts';
import { previewPage } from './preview';
import { rounds } from './round';
import { runDetails } from './run-details';
import { runHeader } from './run-header';
import { welcomePage } from './welcome';

/** The whole panel. */
export function app(panel: Panel): TemplateResult {
  return html`<main>${failure(panel)}${page(panel)}</main>`;
}

function failure(panel: Panel): TemplateResult | typeof nothing {
  const { model, say } = panel;
  if (model.failure === null) return nothing;
  return html`<div class="banner failure" role="alert">
    ${icon('error', 'high')}<span dir="auto">${model.failure}</span>${iconButton(
      'close',
      say('dismissMessage'),
      () => {
        panel.dispatch({ type: 'failureClosed' });
      },
    )}
  </div>`;
}

function page(panel: Panel): TemplateResult {
  const { model, say } = panel;
  if (model.page === 'form' && model.form !== null) {
    return html`${runElsewhere(panel)}${formPage(panel, model.form)}`;
  }
  if (model.page === 'preview' && model.preview !== null) return previewPage(panel, model.preview);
  if (model.page === 'run' && model.run !== null) {
    const { run } = model;
    return html`${runHeader(panel, run)}${decision(panel, run)}${chart(panel, run)}${rounds(
      panel,
      run,
    )}${runDetails(panel, run)}`;
  }
  if (model.page === 'welcome' && model.welcome !== null) return welcomePage(panel, model.welcome);
  return html`<p class="muted loading">${say('loading')}</p>`;
}

/** A run goes on while a brief is typed: a way to it, without losing the form. */
function runElsewhere(panel: Panel): TemplateResult | typeof nothing {
  const { say } = panel;
  const { run } = panel.model;
  if (run === null || !run.live) return nothing;
  return html`<p class="banner">
    ${icon('sync')}<span dir="auto">${run.task}</span>${button(
      say('show', { what: say('round', { round: run.round }) }),
      () => {
        panel.post({ type: 'showRun', runId: run.runId });
      },
    )}
  </p>`;
}

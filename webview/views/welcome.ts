import { html, nothing, type TemplateResult } from 'lit';
import type { WelcomeView } from '../../src/protocol/to-panel';
import type { Panel } from '../panel';
import { baseName } from '../text';
import { button, disclosure, icon, linkButton } from './parts';

/** No run is shown: what there is to start from. Never an error. */
export function welcomePage(panel: Panel, welcome: WelcomeView): TemplateResult {
  const { say } = panel;
  const ready = welcome.workspace && welcome.trusted && welcome.modelReady;
  return html`<div class="welcome">
    <h1>${say('welcomeTitle')}</h1>
    <p>${say('welcomeText')}</p>
    ${welcome.workspace ? nothing : note('folder', say('noFolder'))}
    ${welcome.workspace && !welcome.trusted ? note('workspace-untrusted', say('notTrusted')) : nothing}
    ${
      welcome.workspace && welcome.trusted && !welcome.modelReady
        ? note('key', say('noModel'))
        : nothing
    }
    <div class="actions stacked">
      ${ready ? startButtons(panel, welcome) : nothing}
      ${button(
        say(welcome.keySet ? 'changeKey' : 'setKey'),
        () => {
          panel.post({ type: 'setKey' });
        },
        { icon: 'key', primary: !welcome.modelReady && welcome.trusted },
      )}
    </div>
    ${welcome.keySet ? html`<p class="note">${icon('check', 'good')}${say('keyIsSet')}</p>` : nothing}
    ${drafts(panel, ready)} ${examples(panel, welcome)} ${earlierRuns(panel, welcome)}
  </div>`;
}

function note(name: string, text: string): TemplateResult {
  return html`<p class="banner">${icon(name)}<span>${text}</span></p>`;
}

function startButtons(panel: Panel, welcome: WelcomeView): TemplateResult {
  const { say } = panel;
  const { activeFile } = welcome;
  return html`${button(
    activeFile === null ? say('verifyPick') : say('verifyFile', { file: baseName(activeFile) }),
    () => {
      panel.post({ type: 'newBrief', mode: 'loop', artifact: activeFile });
    },
    { primary: true, icon: 'verified' },
  )}
  ${button(
    say('auditFile'),
    () => {
      panel.post({ type: 'newBrief', mode: 'audit', artifact: activeFile });
    },
    { icon: 'eye', title: say('auditHelp') },
  )}`;
}

function drafts(panel: Panel, ready: boolean): TemplateResult | typeof nothing {
  const { say, model } = panel;
  const left = Object.entries(model.drafts).toReversed();
  if (left.length === 0 || !ready) return nothing;
  return html`<section>
    <h2>${say('draftsTitle')}</h2>
    <ul class="plain rows">
      ${left.map(([, draft]) => {
        const file = draft.artifacts[0] ?? draft.task;
        return html`<li>
          ${icon('edit')}
          <span class="row-text"
            >${linkButton(
              baseName(file),
              () => {
                panel.post({
                  type: 'newBrief',
                  mode: draft.mode,
                  artifact: draft.artifacts[0] ?? null,
                });
              },
              say('draftGoOn', { file }),
            )}<span class="muted small">${draft.task}</span></span
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

function examples(panel: Panel, welcome: WelcomeView): TemplateResult | typeof nothing {
  const { say } = panel;
  if (welcome.examples.length === 0) return nothing;
  return html`<section>
    <h2>${say('recordedTitle')}</h2>
    <p class="muted small">${say('recordedHelp')}</p>
    <ul class="plain rows">
      ${welcome.examples.map(
        (example) =>
          html`<li>
            ${icon('history')}
            <span class="row-text"
              ><span>${example.title}</span
              ><span class="muted small">${say('recordedRun')}</span></span
            >
            <vscode-button
              secondary
              aria-label=${say('replayNamed', { title: example.title })}
              @click=${() => {
                panel.post({ type: 'runRecorded', id: example.id });
              }}
              >${say('replay')}</vscode-button
            >
            ${disclosure(panel, {
              id: `welcome/example/${example.id}`,
              className: 'quiet example-detail',
              title: html`<span aria-hidden="true">${say('recordedDetails')}</span
                ><span class="sr-only"
                  >${say('recordedDetailsOf', { title: example.title })}</span
                >`,
              body: () => html`<p class="muted small">${withCode(example.detail)}</p>`,
            })}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Text with `code` in backticks. */
function withCode(text: string): (string | TemplateResult)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

function earlierRuns(panel: Panel, welcome: WelcomeView): TemplateResult | typeof nothing {
  const { say } = panel;
  if (welcome.runs.length === 0) return nothing;
  return html`<section>
    <h2>${say('runsTitle')}</h2>
    <ul class="plain rows">
      ${welcome.runs.map((run) => {
        const file = run.artifacts.map(baseName).join(', ');
        const time = say.time(run.startedAt);
        return html`<li>
          ${icon(run.resumable ? 'debug-pause' : 'file')}
          <span class="row-text"
            >${linkButton(
              file,
              () => {
                panel.post({ type: 'showRun', runId: run.runId });
              },
              say('openRunNamed', { file, time }),
            )}<span class="small">${run.task}</span
            ><span class="muted small">${time} · ${run.outcome ?? say('runUnfinished')}</span></span
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

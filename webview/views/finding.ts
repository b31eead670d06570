import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FindingView, PanelView } from '../../src/protocol/views';
import { isOpen } from '../model';
import type { Panel } from '../panel';
import { baseName } from '../text';
import { severityIcons, severityWords } from '../words';
import { icon, verbatim } from './parts';

/** Rows of one severity shown at first; the rest on request. */
const shownAtFirst = 40;

/** Findings grouped by severity, HIGH first, as rows that open. */
export function findingGroups(
  panel: Panel,
  run: PanelView,
  findings: readonly FindingView[],
  scope: string,
): TemplateResult[] {
  return (['HIGH', 'MEDIUM', 'LOW'] as const)
    .map((severity) => findings.filter((finding) => finding.severity === severity))
    .filter((group) => group.length > 0)
    .map((group) => findingList(panel, run, group, scope));
}

function findingList(
  panel: Panel,
  run: PanelView,
  group: readonly FindingView[],
  scope: string,
): TemplateResult {
  const { say } = panel;
  const severity = group[0]?.severity ?? 'LOW';
  const moreId = `${scope}/more/${severity}`;
  const all = isOpen(panel.model, moreId);
  const shown = all ? group : group.slice(0, shownAtFirst);
  return html`<ul class="findings" aria-label="${say(severityWords[severity])} (${group.length})">
      ${repeat(
        shown,
        (finding) => finding.key,
        (finding) => findingRow(panel, run, finding, scope),
      )}
    </ul>
    ${
      shown.length < group.length
        ? html`<button
            type="button"
            class="link more"
            @click=${() => {
              panel.dispatch({ type: 'toggled', id: moreId, open: true });
            }}
          >
            ${say('showMore', { count: group.length })} (${say(severityWords[severity])})
          </button>`
        : nothing
    }`;
}

function findingRow(
  panel: Panel,
  run: PanelView,
  finding: FindingView,
  scope: string,
): TemplateResult {
  const { say } = panel;
  const id = `${scope}/${finding.key}`;
  const open = isOpen(panel.model, id);
  const bodyId = `body-${encodeURIComponent(id)}`;
  const mark = severityIcons[finding.severity];
  return html`<li class="finding ${finding.settled ? 'settled' : ''}">
    <button
      type="button"
      class="finding-head"
      aria-expanded=${open ? 'true' : 'false'}
      aria-controls=${open ? bodyId : nothing}
      @click=${() => {
        panel.dispatch({ type: 'toggled', id, open: !open });
      }}
    >
      ${icon(mark.icon, mark.tone)}<span class="sr-only"
        >${say(severityWords[finding.severity])}, </span
      ><span class="issue" dir="auto">${finding.issue}</span>
    </button>
    <div class="facts">
      <span>${finding.lens} #${finding.number}</span>
      ${placeFact(panel, run, finding)} ${textFact(panel, finding)}
      <span title=${finding.acText ?? nothing}>${acWords(panel, finding)}</span>
      ${kindFact(panel, finding)} ${stateFacts(panel, finding)}
    </div>
    ${open ? html`<div class="finding-body" id=${bodyId}>${findingBody(panel, finding)}</div>` : nothing}
  </li>`;
}

/** Evidence, criterion and answer, word for word. Also the two sides of a dispute. */
export function findingBody(panel: Panel, finding: FindingView): TemplateResult {
  const { say } = panel;
  return html`<dl class="texts">
    <dt>${say('evidence')}</dt>
    <dd>
      ${
        finding.evidence === ''
          ? html`<span class="muted">${say('noQuote')}</span>`
          : verbatim(finding.evidence, say('evidence'))
      }
    </dd>
    ${
      finding.acText === null
        ? nothing
        : html`<dt>${acWords(panel, finding)}</dt>
            <dd>${verbatim(finding.acText, finding.acReference)}</dd>`
    }
    ${
      finding.answer === null
        ? nothing
        : html`<dt>${say('answer')}: ${say(finding.answer.kind)}</dt>
            <dd>
              ${
                finding.answer.text === ''
                  ? html`<span class="muted">${say('unansweredText')}</span>`
                  : verbatim(finding.answer.text, say('answer'))
              }
            </dd>`
    }
    ${
      finding.place?.result === 'located' && finding.changedBy !== null
        ? html`<dt>${say('changedIn', { round: finding.changedBy })}</dt>
            <dd></dd>`
        : nothing
    }
  </dl>`;
}

function acWords(panel: Panel, finding: FindingView): string {
  return /^\D*\d+\s*$/.test(finding.acReference)
    ? panel.say('ac', { reference: finding.acReference.replace(/^\s*AC\s*/i, '') })
    : finding.acReference;
}

/** `file:line` as a link that opens the place, or that there is none. */
export function placeFact(panel: Panel, run: PanelView, finding: FindingView): TemplateResult {
  const { say } = panel;
  const { place } = finding;
  if (place === null) return html``;
  if (place.result === 'no-quote') return html`<span class="muted">${say('noQuote')}</span>`;
  if (place.result === 'quote-not-found') {
    return html`<span title=${place.quote}
      >${icon('search-stop', 'medium')}${say('quoteNotFound')}</span
    >`;
  }
  const lines = place.from === place.to ? `${place.from}` : `${place.from}–${place.to}`;
  const name = run.artifacts.length === 1 ? baseName(place.path) : place.path;
  const more = place.others > 0 ? ` +${place.others}` : '';
  const text = `${say('place', { file: name, line: lines })}${more}`;
  const others =
    place.others === 0
      ? ''
      : ` (${place.others === 1 ? say('placeOther') : say('placeOthers', { count: place.others })})`;
  return html`<button
    type="button"
    class="link"
    title="${place.path}:${lines}${others}"
    aria-label="${say('openPlace', { place: text })}${others}"
    @click=${() => {
      panel.post({ type: 'openFinding', runId: run.runId, key: finding.key });
    }}
  >
    ${text}
  </button>`;
}

function textFact(panel: Panel, finding: FindingView): TemplateResult | typeof nothing {
  const { say } = panel;
  if (finding.text === null) return nothing;
  return finding.text === 'changed'
    ? html`<span title=${say('textChangedHelp')}
        >${icon('diff-modified')}${say('textChanged')}</span
      >`
    : html`<span class="muted" title=${say('textOldHelp')}>${say('textOld')}</span>`;
}

function kindFact(panel: Panel, finding: FindingView): TemplateResult | typeof nothing {
  if (finding.kind === null) return nothing;
  const words = finding.kind === 'scope-creep' ? panel.say('scopeCreep') : finding.kind;
  return html`<span class="tag" dir="auto">${words}</span>`;
}

const answerIcons = {
  addressed: 'check',
  disputed: 'comment-discussion',
  deferred: 'watch',
  unanswered: 'question',
} as const;

function stateFacts(panel: Panel, finding: FindingView): TemplateResult {
  const { say } = panel;
  const { answer } = finding;
  return html`${
    answer === null
      ? nothing
      : html`<span class=${answer.kind === 'addressed' ? '' : 'emphasis'}
          >${icon(answerIcons[answer.kind])}${say(answer.kind)}</span
        >`
  }
  ${finding.settled ? html`<span>${icon('law')}${say('settled')}</span>` : nothing}
  ${finding.pending ? html`<span class="emphasis">${icon('bell-dot')}${say('pending')}</span>` : nothing}`;
}

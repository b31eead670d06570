import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FormProblem } from '../../src/protocol/brief-form';
import { insertedAfter, moved, removed, replaced, replacedByLines } from '../criteria';
import type { Panel } from '../panel';
import { button, icon, iconButton } from './parts';

interface CriteriaOptions {
  readonly idPrefix: string;
  readonly criteria: readonly string[];
  readonly problems: readonly FormProblem[];
  readonly change: (criteria: string[]) => void;
}

/** A list of criteria: Enter adds one below, Backspace in an empty one removes it, Alt+Up and Alt+Down move it. */
export function criteriaEditor(panel: Panel, options: CriteriaOptions): TemplateResult {
  const { say } = panel;
  const list = options.criteria.length === 0 ? [''] : options.criteria;
  const idOf = (at: number) => `${options.idPrefix}-criterion-${at}`;
  const change = (criteria: string[], focus: number | null) => {
    options.change(criteria);
    if (focus !== null) panel.focus(idOf(Math.max(0, Math.min(focus, criteria.length - 1))));
  };
  const key = (event: KeyboardEvent, at: number) => {
    // Enter and Backspace that belong to an input method are not ours.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      change(insertedAfter(list, at), at + 1);
    } else if (event.key === 'Backspace' && list[at] === '' && list.length > 1) {
      event.preventDefault();
      change(removed(list, at), at - 1);
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const by = event.key === 'ArrowUp' ? -1 : 1;
      change(moved(list, at, by), at + by);
    }
  };
  return html`<ol class="criteria">
      ${list.map((criterion, at) => {
        const problems = [
          ...options.problems.filter((problem) => problem.index === at),
          ...warningsOf(panel, criterion, at),
        ];
        return html`<li>
          <span class="criterion-number" aria-hidden="true">${at + 1}</span>
          <textarea
            id=${idOf(at)}
            rows="1"
            aria-label=${say('criterion', { number: at + 1 })}
            aria-invalid=${problems.some((problem) => problem.severity === 'error') ? 'true' : nothing}
            aria-describedby=${problems.length > 0 ? `${idOf(at)}-problem` : nothing}
            .value=${live(criterion)}
            @input=${(event: InputEvent) => {
              const { value } = event.target as HTMLTextAreaElement;
              if (/[\r\n]/.test(value)) {
                const next = replacedByLines(list, at, value);
                change(next, at + next.length - list.length);
              } else {
                options.change(replaced(list, at, value));
              }
            }}
            @keydown=${(event: KeyboardEvent) => {
              key(event, at);
            }}
          ></textarea>
          <span class="criterion-actions">
            ${iconButton(
              'arrow-up',
              say('criterionUp', { number: at + 1 }),
              () => {
                change(moved(list, at, -1), at - 1);
              },
              { disabled: at === 0 },
            )}
            ${iconButton(
              'arrow-down',
              say('criterionDown', { number: at + 1 }),
              () => {
                change(moved(list, at, 1), at + 1);
              },
              { disabled: at === list.length - 1 },
            )}
            ${iconButton('close', say('criterionRemove', { number: at + 1 }), () => {
              change(removed(list, at), at - 1);
            })}
          </span>
          ${
            problems.length === 0
              ? nothing
              : html`<div class="problems" id="${idOf(at)}-problem">
                  ${problems.map(problemLine)}
                </div>`
          }
        </li>`;
      })}
    </ol>
    ${button(
      say('criterionAdd'),
      () => {
        change(insertedAfter(list, list.length - 1), list.length);
      },
      { icon: 'add' },
    )}`;
}

/** What the host says about a criterion of this text; it holds nothing up. */
function warningsOf(panel: Panel, criterion: string, at: number): FormProblem[] {
  const messages = panel.model.lint
    .filter((warning) => warning.criterion === criterion)
    .map((warning) => warning.message);
  return [...new Set(messages)].map((message) => ({
    field: 'criteria',
    index: at,
    severity: 'warning',
    message,
  }));
}

export function problemLine(problem: FormProblem): TemplateResult {
  return html`<p class=${problem.severity === 'error' ? 'problem' : 'problem warning'}>
    ${icon(problem.severity === 'error' ? 'error' : 'warning')}<span>${problem.message}</span>
  </p>`;
}

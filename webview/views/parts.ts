import { html, nothing, type TemplateResult } from 'lit';
import { isOpen } from '../model';
import type { Panel } from '../panel';

/** A codicon; it says nothing to a screen reader, the words beside it do. */
export function icon(name: string, tone = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${tone}" aria-hidden="true"></span>`;
}

interface ButtonOptions {
  readonly icon?: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly title?: string;
  readonly describedBy?: string;
}

export function button(text: string, act: () => void, options: ButtonOptions = {}): TemplateResult {
  return html`<vscode-button
    id=${options.id ?? nothing}
    title=${options.title ?? nothing}
    aria-describedby=${options.describedBy ?? nothing}
    aria-disabled=${options.disabled === true ? 'true' : nothing}
    ?secondary=${options.primary !== true}
    ?disabled=${options.disabled === true}
    @click=${() => {
      if (options.disabled !== true) act();
    }}
    @keydown=${holdScroll}
    >${options.icon === undefined ? nothing : icon(options.icon)}${text}</vscode-button
  >`;
}

/** Space presses a button; the page must not scroll with it. */
function holdScroll(event: KeyboardEvent): void {
  if (event.key === ' ') event.preventDefault();
}

export function iconButton(
  name: string,
  label: string,
  act: () => void,
  options: { readonly disabled?: boolean; readonly id?: string } = {},
): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    id=${options.id ?? nothing}
    title=${label}
    aria-label=${label}
    ?disabled=${options.disabled === true}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
}

export function linkButton(text: string, act: () => void, label?: string): TemplateResult {
  return html`<button
    type="button"
    class="link"
    aria-label=${label ?? nothing}
    title=${label ?? nothing}
    @click=${act}
  >
    ${text}
  </button>`;
}

/** Longer than this scrolls inside its box. */
const longText = 3000;

/** Text as it was written by a model or a person, never read as markup. */
export function verbatim(text: string, label: string, tone = ''): TemplateResult {
  return text.length > longText
    ? html`<div
        class="verbatim long ${tone}"
        dir="auto"
        tabindex="0"
        role="group"
        aria-label=${label}
      >
        ${text}
      </div>`
    : html`<div class="verbatim ${tone}" dir="auto">${text}</div>`;
}

interface DisclosureOptions {
  readonly id: string;
  readonly title: unknown;
  readonly body: () => unknown;
  readonly byDefault?: boolean;
  /** Open whatever was remembered: something inside must be seen. */
  readonly forceOpen?: boolean;
  readonly className?: string;
  /** Heading level; absent: no heading. */
  readonly level?: 2 | 3;
  /** Beside the title, outside the button. */
  readonly actions?: unknown;
  readonly toggled?: (open: boolean) => void;
}

/** A section that opens and closes, remembered by its id. The body is not built while it is closed. */
export function disclosure(panel: Panel, options: DisclosureOptions): TemplateResult {
  const open =
    options.forceOpen === true || isOpen(panel.model, options.id, options.byDefault ?? false);
  const bodyId = `body-${encodeURIComponent(options.id)}`;
  const toggle = () => {
    panel.dispatch({ type: 'toggled', id: options.id, open: !open });
    options.toggled?.(!open);
  };
  const head = html`<button
    type="button"
    class="twistie"
    aria-expanded=${open ? 'true' : 'false'}
    aria-controls=${open ? bodyId : nothing}
    @click=${toggle}
  >
    ${icon(open ? 'chevron-down' : 'chevron-right')}<span class="twistie-title"
      >${options.title}</span
    >
  </button>`;
  return html`<section class="disclosure ${options.className ?? ''}" ?data-open=${open}>
    <div class="disclosure-head">
      ${
        options.level === 3
          ? html`<h3>${head}</h3>`
          : options.level === 2
            ? html`<h2>${head}</h2>`
            : head
      }${options.actions ?? nothing}
    </div>
    ${open ? html`<div class="disclosure-body" id=${bodyId}>${options.body()}</div>` : nothing}
  </section>`;
}

/**
 * Turns an English message with `{name}` or `{0}` placeholders into what the person reads. The editor passes `vscode.l10n.t`, the
 * terminal passes `english`; nothing below a host formats a sentence for a person in any other way.
 */
export type Translate = (message: string, args?: Record<string, string | number>) => string;

/** The terminal's translator: fills the placeholders and leaves the English as it is. */
export const english: Translate = (message, args = {}) =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));

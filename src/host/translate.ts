import * as vscode from 'vscode';
import type { Translate } from '../util/translate';

/** The editor's translator: looks the English text up in the display language's bundle under `l10n/`. */
export const t: Translate = (message, args) =>
  args === undefined ? vscode.l10n.t(message) : vscode.l10n.t(message, args);

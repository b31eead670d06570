import * as vscode from 'vscode';
import { readSettings, type SettingsRead } from './settings';

/**
 * The settings as they hold for `scope` (a workspace folder) now. The base URL is machine-scoped: the editor ignores a workspace's
 * value for it, and in Restricted Mode also those listed in package.json under `restrictedConfigurations`.
 */
export function editorSettings(scope: vscode.Uri | null): SettingsRead {
  const section = vscode.workspace.getConfiguration('bvl', scope);
  return readSettings((key) => section.get<unknown>(key));
}

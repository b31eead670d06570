import * as vscode from 'vscode';
import { contextKeys } from './contributions';

/** Sets context keys, each only when its value changed. */
export class ContextKeys {
  readonly #last = new Map<string, boolean>();

  set(name: keyof typeof contextKeys, value: boolean): void {
    if (this.#last.get(name) === value) return;
    this.#last.set(name, value);
    void vscode.commands.executeCommand('setContext', contextKeys[name], value);
  }
}

import type * as vscode from 'vscode';

const secretName = 'bvl.anthropic.apiKey';

/** The API key, in the editor's SecretStorage and nowhere else. */
export class KeyStore {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Calls back when the key was set or cleared, in this window or another one. */
  onDidChange(listener: () => void): vscode.Disposable {
    return this.secrets.onDidChange((event) => {
      if (event.key === secretName) listener();
    });
  }

  /** @returns the key, or null when none is stored. */
  async read(): Promise<string | null> {
    const key = await this.secrets.get(secretName);
    return key === undefined || key === '' ? null : key;
  }

  async store(key: string): Promise<void> {
    await this.secrets.store(secretName, key);
  }

  async clear(): Promise<void> {
    await this.secrets.delete(secretName);
  }
}

import type * as vscode from 'vscode';

const memoryKey = 'bvl.consents';

/** Which folders' prompts may go to which hosts, as the person has agreed to; kept with the workspace, on this machine. */
export class Consents {
  constructor(private readonly memory: vscode.Memento) {}

  has(root: vscode.Uri, host: string): boolean {
    return this.#all().includes(entry(root, host));
  }

  async add(root: vscode.Uri, host: string): Promise<void> {
    if (this.has(root, host)) return;
    await this.memory.update(memoryKey, [...this.#all(), entry(root, host)]);
  }

  #all(): readonly string[] {
    const stored = this.memory.get<unknown>(memoryKey);
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  }
}

function entry(root: vscode.Uri, host: string): string {
  return `${root.toString()} ${host}`;
}

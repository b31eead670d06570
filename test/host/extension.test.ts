import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, reviewViewId } from '../../src/host/contributions';

const id = 'bvl.build-verify-loop';

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

describe('the extension in the editor', () => {
  const extension = vscode.extensions.getExtension(id);

  it('is there', () => {
    assert.ok(extension !== undefined, `${id} is not installed`);
  });

  it('activates', async () => {
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it('registers every command that it contributes', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const manifest = extension?.packageJSON as Manifest;
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      contributed.filter((command) => !registered.has(command)),
      [],
    );
    assert.deepEqual(
      Object.values(commandIds).filter((command) => !contributed.includes(command)),
      [],
    );
  });

  it('shows titles, not the names of their translations', () => {
    const manifest = extension?.packageJSON as Manifest;
    for (const { title } of manifest.contributes.commands) assert.doesNotMatch(title, /^%/);
  });

  it('opens its panel', async () => {
    const manifest = extension?.packageJSON as Manifest;
    const views = Object.values(manifest.contributes.views).flat();
    assert.ok(views.some((view) => view.id === reviewViewId));
    await vscode.commands.executeCommand(`${reviewViewId}.focus`);
  });
});

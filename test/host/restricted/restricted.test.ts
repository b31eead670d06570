import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { writeText } from '../../support/host/editor-files';
import { TestDesk } from '../../support/host/test-desk';

describe('a workspace that is not trusted', () => {
  it('is one here', () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });

  it('still has the extension, its panel and its welcome state', async () => {
    await vscode.extensions.getExtension('bvl.build-verify-loop')?.activate();
    const desk = await TestDesk.open('test-key-of-nobody');
    try {
      const { view } = await desk.until('welcome');
      assert.equal(view.trusted, false);
      assert.equal(view.workspace, true);
    } finally {
      await desk.close();
    }
  });

  it('starts no run, and says why', async () => {
    await writeText('notes.md', 'text\n');
    const desk = await TestDesk.open('test-key-of-nobody');
    try {
      await desk.send({ type: 'newBrief', mode: 'loop', artifact: 'notes.md' });
      const { message } = await desk.until('failure');
      assert.match(message, /Restricted Mode/);
      assert.match(message, /trust the workspace/);
    } finally {
      await desk.close();
    }
  });
});

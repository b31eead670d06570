import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { placeFiles } from '../../../src/host/folders';
import { Refusal } from '../../../src/host/refusal';
import { TestDesk } from '../../support/host/test-desk';

describe('a window without a folder', () => {
  it('is a welcome state, never an error', async () => {
    const desk = await TestDesk.open(null);
    try {
      const { view } = await desk.until('welcome');
      assert.equal(view.workspace, false);
      assert.equal(view.keySet, false);
      assert.deepEqual(view.runs, []);
      assert.ok(desk.posted.every((message) => message.type !== 'failure'));
    } finally {
      await desk.close();
    }
  });

  it('says that a folder is needed, and how to open one', async () => {
    await assert.rejects(placeFiles([vscode.Uri.file('/etc/hosts')]), (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.reason, 'no-workspace');
      assert.match(error.message, /Open a folder first/);
      assert.equal(error.next?.command, 'workbench.action.files.openFolder');
      return true;
    });
  });

  it('says so in the panel too', async () => {
    const desk = await TestDesk.open('test-key-of-nobody');
    try {
      await desk.send({ type: 'newBrief', mode: 'loop', artifact: 'a.md' });
      const { message } = await desk.until('failure');
      assert.match(message, /Open a folder first/);
    } finally {
      await desk.close();
    }
  });
});

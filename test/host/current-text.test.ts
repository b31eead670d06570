import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FindingRecord } from '../../src/engine/build-verify/decisions';
import type { Model, ModelRequest, ToolAccess } from '../../src/engine/ports';
import { DiffTab } from '../../src/host/diff-tab';
import { openFinding } from '../../src/host/open-place';
import { revisionScheme } from '../../src/host/contributions';
import { tellingMissingParts } from '../../src/host/stale-build';
import {
  closeAllEditors,
  diffTabs,
  showFile,
  whenEditor,
  writeText,
} from '../support/host/editor-files';

const finding: FindingRecord = {
  key: 'r0/Destruction/0',
  round: 0,
  lens: 'Destruction',
  number: 1,
  severity: 'HIGH',
  acReference: '1',
  kind: null,
  issue: 'It is wrong',
  evidence: '"the text of the start"',
  check: null,
  answer: null,
  settled: false,
  pending: false,
};

describe('texts that the editor does not watch', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bvl-outside-'));
  });

  afterEach(async () => {
    await closeAllEditors();
    await rm(folder, { recursive: true, force: true });
  });

  it('are read from disk to find a place, and shown as they are there', async () => {
    const file = path.join(folder, 'note.md');
    await writeFile(file, '# Note\n\nthe text of the run\n');
    const uri = vscode.Uri.file(file);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    await writeText('lists/cover.md', 'in front\n');
    await showFile('lists/cover.md');
    await writeFile(file, '# Note\n\n\nthe text of the start\n');
    await openFinding(vscode.Uri.file(folder), finding, ['note.md'], { document: () => null });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), uri.toString());
    assert.equal(editor.document.getText(editor.selection), 'the text of the start');
    assert.ok(!editor.document.isDirty);
  });

  it('are what was typed while that is not saved', async () => {
    const file = path.join(folder, 'note.md');
    await writeFile(file, 'the text of the start\n');
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
    await openFinding(vscode.Uri.file(folder), finding, ['note.md'], { document: () => null });
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 1);
    assert.ok(document.isDirty);
    await document.save();
  });
});

describe('the tab of comparisons', () => {
  afterEach(closeAllEditors);

  it('comes to the front at the first press when its two sides are open in the background', async () => {
    const side = (name: string): vscode.Uri =>
      vscode.Uri.from({
        scheme: revisionScheme,
        path: `/${name}.md`,
        query: JSON.stringify({ root: folderUri(), runId: 'r', hash: null, size: 0, shownAs: '' }),
      });
    const pair = { resource: side('file'), from: side('from'), to: side('to') };
    const tab = new DiffTab();
    try {
      await tab.show('file: before ↔ after', [pair], false);
      await whenEditor(() => diffTabs().length === 1);
      await writeText('lists/cover.md', 'in front\n');
      await showFile('lists/cover.md');
      assert.equal(diffTabs()[0]?.group.isActive, true);
      assert.equal(diffTabs()[0]?.isActive, false);
      await tab.show('file: start ↔ last revision', [pair], true);
      await whenEditor(() => diffTabs().length === 1 && diffTabs()[0]?.isActive === true);
    } finally {
      tab.dispose();
    }
  });
});

describe('a part of the extension that was replaced while it ran', () => {
  it('is told as that, once, and not as what a model said', async () => {
    let told = 0;
    const missing = Object.assign(new Error("Cannot find module '…/chunks/sdk.mjs'"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    const model: Model = { name: 'm', host: null, run: () => Promise.reject(missing) };
    const telling = tellingMissingParts(model, () => {
      told += 1;
      return Promise.resolve();
    });
    const call = telling.run(
      {} as ModelRequest,
      {} as ToolAccess,
      new AbortController().signal,
      () => undefined,
    );
    await assert.rejects(call, /Reload the window/);
    assert.equal(told, 1);
  });
});

function folderUri(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? '';
}

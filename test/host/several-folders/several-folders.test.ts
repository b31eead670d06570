import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { placeFiles } from '../../../src/host/folders';
import { Refusal } from '../../../src/host/refusal';
import { closeAllEditors, diffTabs, whenEditor } from '../../support/host/editor-files';
import { TestDesk } from '../../support/host/test-desk';
import { ModelService, type Conversation, type Role } from '../../support/window/model-service';

const key = 'test-key-of-nobody';
const file = 'lists/list.md';
const start = '- pear\n- apple\n';
const sorted = '- apple\n- pear\n';
const finding = [
  'FINDING #1',
  '  Severity: HIGH',
  '  AC reference: 1',
  '  Issue: The list is not sorted',
  '  Evidence: "- pear"',
].join('\n');

function sortsTheList(role: Role, nth: number): Conversation {
  if (role === 'judge') return { reply: 'NO' };
  if (role === 'critic') {
    return { reply: nth === 1 ? finding : 'NO FINDINGS — artifact passes audit' };
  }
  const edit = { path: file, old_text: start, new_text: sorted };
  return {
    tools:
      nth === 1
        ? [
            { name: 'view', input: { path: file } },
            { name: 'replace_text', input: edit },
          ]
        : [],
    reply: `DONE — artifact updated at ${file}\nRESPONSES:\nFINDING #1: Addressed`,
  };
}

describe('a workspace of two folders with files of the same name', () => {
  const folder = (name: string): vscode.Uri => {
    const found = vscode.workspace.workspaceFolders?.find((one) => one.name === name);
    assert.ok(found !== undefined, `There is no folder ${name}.`);
    return found.uri;
  };
  const at = (name: string, path = file): vscode.Uri => vscode.Uri.joinPath(folder(name), path);
  const text = async (uri: vscode.Uri): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const isThere = (uri: vscode.Uri): Promise<boolean> =>
    Promise.resolve(
      vscode.workspace.fs.stat(uri).then(
        () => true,
        () => false,
      ),
    );

  beforeEach(async () => {
    for (const name of ['first', 'second']) {
      await vscode.workspace.fs.writeFile(at(name), new TextEncoder().encode(start));
    }
  });

  afterEach(closeAllEditors);

  it('runs, compares, opens and restores in the folder of the file', async () => {
    const { service, url } = await ModelService.start(sortsTheList, key);
    const settings = vscode.workspace.getConfiguration('bvl');
    await settings.update('anthropic.baseUrl', url, vscode.ConfigurationTarget.Global);
    const desk = await TestDesk.open(key);
    try {
      await vscode.window.showTextDocument(at('second'), { preview: false });
      await desk.start(file);
      const { runId, ended } = await desk.run((run) => run.ended !== null);
      assert.equal(ended?.outcome, 'success');
      assert.equal(await text(at('second')), sorted);
      assert.equal(await text(at('first')), start);
      assert.ok(await isThere(at('second', `.bvl/runs/${runId}/events.jsonl`)));
      assert.ok(!(await isThere(at('first', '.bvl'))));

      await desk.send({
        type: 'openDiff',
        runId,
        from: { kind: 'start' },
        to: { kind: 'disk' },
      });
      await whenEditor(() => diffTabs().some((tab) => tab.label.includes('file now')));
      const shown = diffTabs()[0]?.input;
      assert.ok(shown instanceof vscode.TabInputTextDiff);
      assert.equal(shown.modified.toString(), at('second').toString());

      await closeAllEditors();
      await desk.send({ type: 'openFinding', runId, key: 'r0/Destruction/0' });
      const opened = vscode.window.activeTextEditor?.document.uri.toString();
      assert.equal(opened, at('second').toString());

      await desk.send({ type: 'restore', runId, round: 0 });
      assert.equal(await text(at('second')), start);
    } finally {
      for (const run of desk.desk.service.runs) run.stop();
      await desk.close();
      await service.close();
    }
  });

  it('does not run on files of both', async () => {
    await assert.rejects(
      placeFiles([at('first'), at('second')]),
      (error: unknown) => error instanceof Refusal && error.reason === 'several-folders',
    );
  });
});

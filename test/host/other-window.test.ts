import assert from 'node:assert/strict';
import { RunStore, type OpenRun } from '../../src/node/run-store';
import type { PanelView } from '../../src/protocol/views';
import { readText, workspaceRoot, writeText } from '../support/host/editor-files';
import { TestDesk } from '../support/host/test-desk';
import { ModelService } from '../support/window/model-service';
import * as vscode from 'vscode';

const key = 'test-key-of-nobody';
const file = 'shared.md';

describe('a run that another window works on', () => {
  let service: ModelService;
  let desk: TestDesk;
  let other: OpenRun;
  let run: PanelView;

  before(async () => {
    const started = await ModelService.start(
      () => ({ reply: 'BLOCKED — the numbers are missing' }),
      key,
    );
    service = started.service;
    const settings = vscode.workspace.getConfiguration('bvl');
    await settings.update('anthropic.baseUrl', started.url, vscode.ConfigurationTarget.Global);
    await writeText(file, 'text\n');
    desk = await TestDesk.open(key);
    await desk.start(file);
    const asked = await desk.run((view) => view.prompt !== null);
    await desk.send({ type: 'stop', runId: asked.runId });
    run = await desk.run((view) => view.ended !== null && !view.live);
    await desk.desk.service.isFree(workspaceRoot().toString());
    other = await new RunStore(workspaceRoot().fsPath).open(run.runId);
    assert.equal(other.readOnly, false);
  });

  after(async () => {
    await other.release();
    await desk.close();
    await service.close();
  });

  it('is shown, and says who works on it', async () => {
    desk.forget();
    await desk.send({ type: 'showWelcome' });
    await desk.send({ type: 'showRun', runId: run.runId });
    const { readOnly } = await desk.run((view) => view.readOnly !== null);
    assert.match(readOnly?.owner ?? '', /process \d+/);
  });

  it('cannot be resumed, answered or restored here', async () => {
    for (const message of [
      { type: 'resume', runId: run.runId },
      { type: 'restore', runId: run.runId, round: 0 },
    ] as const) {
      const from = desk.posted.length;
      await desk.send(message);
      const failure = await desk.until('failure', () => true, from);
      assert.match(failure.message, /Another window is working on this run/);
    }
    assert.equal(await readText(file), 'text\n');
  });

  it('is followed as it goes on', async () => {
    desk.forget();
    await other.journal.append(
      {
        type: 'notice',
        code: 'test',
        text: 'seen from the other window',
        v: 1,
        seq: other.events.length,
        at: new Date().toISOString(),
      },
      true,
    );
    await desk.run((view) =>
      view.notices.some((notice) => notice.text === 'seen from the other window'),
    );
  });

  it('can be taken up when the other window has let go of it', async () => {
    desk.forget();
    await other.release();
    await desk.run((view) => view.readOnly === null);
    await desk.send({ type: 'resume', runId: run.runId });
    const asked = await desk.run((view) => view.live && view.prompt !== null);
    assert.equal(asked.prompt?.kind, 'blocked');
    await desk.send({ type: 'stop', runId: run.runId });
    await desk.run((view) => view.ended !== null);
  });
});

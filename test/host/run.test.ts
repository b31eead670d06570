import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ModelService, type Conversation, type Role } from '../support/window/model-service';
import {
  closeAllEditors,
  diffTabs,
  fileUri,
  readText,
  showFile,
  typeInto,
  whenEditor,
  workspaceRoot,
  writeText,
} from '../support/host/editor-files';
import { TestDesk } from '../support/host/test-desk';

const key = 'test-key-of-nobody';
const file = 'lists/#1 文档.md';
const start = '- pear\n- fig\n- apple\n';
const round1 = '- fig\n- pear\n- apple\n';
const round2 = '- apple\n- fig\n- pear\n';
const clean = 'NO FINDINGS — artifact passes audit';

const finding = (quote: string, severity = 'HIGH'): string =>
  [
    'FINDING #1',
    `  Severity: ${severity}`,
    '  AC reference: 1',
    '  Issue: The list is not sorted',
    `  Evidence: "${quote}"`,
  ].join('\n');

/** Implementor calls that a test has stopped: their answers are given to the next ones. */
let stopped = 0;

/** Critic replies at the start that nobody can read. */
let garbled = 0;

/** Baseline and round 1 find something; rounds 2 and 3 are clean. */
function sortsTheList(role: Role, nth: number): Conversation {
  if (role === 'judge') return { reply: 'NO' };
  if (role === 'critic') {
    if (nth <= garbled) return { reply: 'It looks well to me.' };
    const replies = [finding('- pear'), finding('- pear\n- apple', 'MEDIUM')];
    return { reply: replies[nth - 1 - garbled] ?? clean };
  }
  // The second file is the artifact in one test only; there the edit works, elsewhere it is refused.
  const edit = (old_text: string, new_text: string): NonNullable<Conversation['tools']> => [
    { name: 'view', input: { path: file } },
    { name: 'replace_text', input: { path: file, old_text, new_text } },
    { name: 'replace_text', input: { path: 'lists/other.md', old_text, new_text } },
  ];
  const tools =
    [edit('- pear\n- fig', '- fig\n- pear'), edit(round1, round2)][nth - 1 - stopped] ?? [];
  return { tools, reply: `DONE — artifact updated at ${file}\nRESPONSES:\nFINDING #1: Addressed` };
}

describe('a run in the editor', () => {
  let service: ModelService;
  let desk: TestDesk;

  beforeEach(async () => {
    stopped = 0;
    garbled = 0;
    const started = await ModelService.start(sortsTheList, key);
    service = started.service;
    const settings = vscode.workspace.getConfiguration('bvl');
    await settings.update('anthropic.baseUrl', started.url, vscode.ConfigurationTarget.Global);
    await writeText(file, start);
    desk = await TestDesk.open(key);
  });

  afterEach(async () => {
    service.release();
    for (const run of desk.desk.service.runs) run.stop();
    await closeAllEditors();
    await desk.close();
    await service.close();
  });

  it('shows what will be sent and where, and then goes to its end', async () => {
    const { draftKey, initial, problems } = await desk.form(file);
    assert.deepEqual(problems, []);
    assert.deepEqual(initial.artifacts, [file]);
    const form = { ...initial, task: 'The list is right', criteria: ['It is sorted'] };
    await desk.send({ type: 'submitBrief', draftKey, form });
    const { view } = await desk.until('preview');
    assert.match(view.hosts.join(), /^127\.0\.0\.1/);
    assert.equal(view.customHost, true);
    assert.deepEqual(
      view.prompts.map((prompt) => prompt.who),
      ['Implementor', 'Destruction'],
    );
    assert.equal(service.conversations('critic').length, 0);
    await desk.send({ type: 'start', token: view.token });
    const ended = await desk.run((run) => run.ended !== null);
    assert.equal(ended.ended?.outcome, 'success');
    assert.equal(ended.executed, 3);
    assert.equal(await readText(file), round2);
    const sent = service.conversations('critic')[0]?.system;
    assert.ok(JSON.stringify(sent).includes(JSON.stringify(view.prompts[1]?.system).slice(1, 80)));
  });

  it('asks only once for the same folder and host', async () => {
    await desk.start(file);
    await desk.run((run) => run.ended !== null);
    desk.forget();
    const { draftKey, initial } = await desk.form(file);
    const form = { ...initial, task: 'The list is right', criteria: ['It is sorted'] };
    const from = desk.posted.length;
    await desk.send({ type: 'submitBrief', draftKey, form });
    await desk.run((run) => run.ended !== null);
    assert.ok(desk.posted.slice(from).every((message) => message.type !== 'preview'));
  });

  it('reloads the open editor, keeps the focus there, and reuses one diff tab', async () => {
    const editor = await showFile(file);
    await desk.start(file);
    await desk.run((run) => run.ended !== null);
    await whenEditor(() => editor.document.getText() === round2);
    assert.equal(editor.document.isDirty, false);
    await whenEditor(() => diffTabs().every((tab) => tab.label.includes('round 2')));
    assert.equal(diffTabs().length, 1);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), fileUri(file).toString());
    const [tab] = diffTabs();
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    const text = async (uri: vscode.Uri): Promise<string> =>
      (await vscode.workspace.openTextDocument(uri)).getText();
    assert.equal(await text(tab.input.original), round1);
    assert.equal(await text(tab.input.modified), round2);
  });

  it('shows a comparison under its own title, also when the same two texts are shown already', async () => {
    await desk.start(file);
    const { runId } = await desk.run((run) => run.ended !== null);
    await whenEditor(() => diffTabs().some((tab) => tab.label.includes('round 2')));
    const from = { kind: 'round', round: 1 } as const;
    await desk.send({ type: 'openDiff', runId, from, to: { kind: 'latest' } });
    await whenEditor(() => diffTabs().every((tab) => tab.label.includes('last revision')));
    assert.equal(diffTabs().length, 1);
    await desk.send({ type: 'openDiff', runId, from, to: { kind: 'latest' } });
    assert.equal(diffTabs().length, 1);
    await desk.send({ type: 'openDiff', runId, from: { kind: 'start' }, to: { kind: 'disk' } });
    await whenEditor(() => diffTabs().every((tab) => tab.label.includes('file now')));
    assert.equal(diffTabs().length, 1);
  });

  it('opens no diff when the setting says so', async () => {
    const settings = vscode.workspace.getConfiguration('bvl');
    await settings.update('diff.autoOpen', false, vscode.ConfigurationTarget.Global);
    try {
      await desk.start(file);
      await desk.run((run) => run.ended !== null);
      assert.deepEqual(diffTabs(), []);
    } finally {
      await settings.update('diff.autoOpen', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('ends the call at once on Stop, publishes nothing after it, and resumes with what is missing', async () => {
    service.hold('implementor');
    await desk.start(file);
    await desk.until('progress', ({ calls }) => calls.some((call) => call.role === 'implementor'));
    const { runId } = await desk.run((run) => run.live);
    await desk.send({ type: 'stop', runId });
    const ended = await desk.run((run) => run.ended !== null);
    assert.equal(ended.ended?.outcome, 'escalated: stopped');
    stopped = 1;
    service.release();
    assert.equal(await readText(file), start);
    const audits = service.conversations('critic').length;
    desk.forget();
    await desk.send({ type: 'resume', runId });
    const resumed = await desk.run((run) => run.ended?.outcome === 'success');
    assert.equal(resumed.resumes, 1);
    assert.equal(service.conversations('critic').length, audits + 3);
    assert.equal(await readText(file), round2);
  });

  it('restores a round, undoes that, and puts the start back', async () => {
    await desk.start(file);
    const { runId } = await desk.run((run) => run.ended !== null);
    await desk.send({ type: 'restore', runId, round: 1 });
    assert.equal(await readText(file), round1);
    await desk.send({ type: 'undoRestore', runId });
    assert.equal(await readText(file), round2);
    await desk.send({ type: 'restore', runId, round: 0 });
    assert.equal(await readText(file), start);
  });

  it('opens a finding where its text is now, and never line 1 by default', async () => {
    await desk.start(file);
    const run = await desk.run((view) => view.ended !== null);
    await desk.send({ type: 'openRounds', runId: run.runId, rounds: [0] });
    await whenEditor(() => diffTabs().some((tab) => tab.label.includes('round 2')));
    const document = await vscode.workspace.openTextDocument(fileUri(file));
    await whenEditor(() => document.getText() === round2);
    await desk.send({ type: 'openFinding', runId: run.runId, key: 'r0/Destruction/0' });
    await whenEditor(
      () => vscode.window.activeTextEditor?.document.uri.toString() === fileUri(file).toString(),
    );
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined);
    assert.equal(editor.document.uri.toString(), fileUri(file).toString());
    assert.equal(editor.document.getText(editor.selection), '- pear');
    assert.equal(editor.selection.start.line, 2);
  });

  it('asks when the file was typed into meanwhile, and keeps mine', async () => {
    service.hold('implementor');
    const editor = await showFile(file);
    await desk.start(file);
    await desk.until('progress', ({ calls }) => calls.some((call) => call.role === 'implementor'));
    await typeInto(editor, '- zucchini\n');
    service.release();
    const asked = await desk.run((run) => run.prompt?.kind === 'conflict');
    assert.ok(editor.document.isDirty);
    assert.equal(await readText(file), start);
    assert.equal(desk.badges.at(-1), 1);
    const answer = { runId: asked.runId, promptId: asked.prompt?.id ?? '' };
    await desk.send({ type: 'openConflict', ...answer });
    await whenEditor(() => diffTabs().some((tab) => tab.label.includes('Yours')));
    await desk.send({ type: 'decide', ...answer, choice: { kind: 'keep-mine' } });
    assert.equal(await readText(file), `- zucchini\n${start}`);
    assert.ok(!editor.document.isDirty);
  });

  it('takes the run’s text over what was typed when the person says so, and keeps what was typed', async () => {
    service.hold('implementor');
    const editor = await showFile(file);
    await desk.start(file);
    await desk.until('progress', ({ calls }) => calls.some((call) => call.role === 'implementor'));
    await typeInto(editor, '- zucchini\n');
    service.release();
    const asked = await desk.run((run) => run.prompt?.kind === 'conflict');
    const answer = { runId: asked.runId, promptId: asked.prompt?.id ?? '' };
    await desk.send({ type: 'decide', ...answer, choice: { kind: 'take-run' } });
    await desk.run((run) => run.ended !== null);
    assert.equal(await readText(file), round2);
    await whenEditor(() => editor.document.getText() === round2);
    assert.ok(!editor.document.isDirty);
  });

  it('asks when the file was deleted meanwhile, and writes it again only when told to', async () => {
    service.hold('implementor');
    await desk.start(file);
    await desk.until('progress', ({ calls }) => calls.some((call) => call.role === 'implementor'));
    await vscode.workspace.fs.delete(fileUri(file));
    service.release();
    const asked = await desk.run((run) => run.prompt?.kind === 'conflict');
    assert.deepEqual(asked.prompt?.found, [{ path: file, absent: true }]);
    await assert.rejects(readText(file));
    const answer = { runId: asked.runId, promptId: asked.prompt.id };
    await desk.send({ type: 'decide', ...answer, choice: { kind: 'take-run' } });
    await desk.run((run) => run.ended !== null);
    assert.equal(await readText(file), round2);
  });

  it('opens the report and the prompts as read-only texts', async () => {
    await desk.start(file);
    const { runId } = await desk.run((run) => run.ended !== null);
    await desk.send({ type: 'openReport', runId });
    const report = vscode.window.activeTextEditor?.document;
    assert.match(report?.getText() ?? '', /LOOP EXIT\n- Outcome: success/);
    assert.equal(report?.uri.scheme, 'bvl-text');
    await desk.desk.reports.openPrompts(
      await desk.desk.views.known({ root: workspaceRoot(), runId }),
    );
    const prompts = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(prompts, /TASK: The list is right/);
    assert.match(prompts, /=== ARTIFACT FILES ===/);
  });

  it('takes only an answer to the prompt that waits', async () => {
    service.hold('implementor');
    const editor = await showFile(file);
    await desk.start(file);
    await desk.until('progress', ({ calls }) => calls.some((call) => call.role === 'implementor'));
    await typeInto(editor, '- zucchini\n');
    service.release();
    const { runId } = await desk.run((run) => run.prompt?.kind === 'conflict');
    await desk.send({ type: 'decide', runId, promptId: 'other', choice: { kind: 'take-run' } });
    await desk.send({
      type: 'decide',
      runId,
      promptId: (await desk.run((run) => run.prompt !== null)).prompt?.id ?? '',
      choice: { kind: 'accept' },
    });
    assert.equal(desk.desk.service.find(runId)?.waiting?.prompt.kind, 'conflict');
    assert.equal(await readText(file), start);
  });

  it('shows several files in one multi-diff tab', async () => {
    const other = 'lists/other.md';
    await writeText(other, start);
    await desk.start(file, { artifacts: [file, other] });
    await desk.run((run) => run.ended !== null);
    assert.deepEqual(diffTabs(), []);
    const several = (): vscode.Tab[] =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter((tab) => tab.label.includes('2 files'));
    await whenEditor(
      () => several().length === 1 && several()[0]?.label.includes('round 2') === true,
    );
  });

  it('asks how to go on when the service rejects the key, and names the way out', async () => {
    const wrong = await TestDesk.open('wrong-key');
    try {
      await wrong.start(file);
      const asked = await wrong.run((run) => run.prompt !== null);
      assert.equal(asked.prompt?.kind, 'incomplete');
      assert.match(asked.prompt.reasons[0]?.text ?? '', /key/i);
      assert.equal(await readText(file), start);
      await wrong.send({ type: 'stop', runId: asked.runId });
      await wrong.run((run) => run.ended !== null);
    } finally {
      await wrong.close();
    }
  });

  it('goes on with the model that the person names at a retry, and shows it', async () => {
    garbled = 2;
    await desk.start(file);
    const { runId, prompt } = await desk.run((run) => run.prompt !== null);
    assert.equal(prompt?.kind, 'incomplete');
    assert.ok(prompt.models.length > 0);
    const before = service.conversations('critic').length;
    const choice = { kind: 'retry', model: 'another-model' } as const;
    await desk.send({ type: 'decide', runId, promptId: prompt.id, choice });
    const ended = await desk.run((run) => run.ended !== null);
    assert.equal(ended.ended?.outcome, 'success');
    assert.ok(ended.models.every(({ name }) => name === 'anthropic: another-model'));
    const later = [
      ...service.conversations('critic').slice(before),
      ...service.conversations('implementor'),
    ];
    assert.deepEqual([...new Set(later.map((request) => request.model))], ['another-model']);
  });

  it('has one run at a time in a folder', async () => {
    service.hold('critic');
    await desk.start(file);
    await desk.run((run) => run.live);
    const from = desk.posted.length;
    await desk.send({ type: 'newBrief', mode: 'loop', artifact: file });
    const { message } = await desk.until('failure', () => true, from);
    assert.match(message, /already working/);
  });
});

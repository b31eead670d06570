import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { checkArtifacts } from '../../src/host/artifact-check';
import { describeFailure } from '../../src/host/failure-words';
import { placeFiles } from '../../src/host/folders';
import { readRecording } from '../../src/host/recordings';
import { Refusal, type RefusalReason } from '../../src/host/refusal';
import { ArtifactError } from '../../src/node/artifact-error';
import { english } from '../../src/util/translate';
import { fileUri, workspaceRoot, writeText } from '../support/host/editor-files';
import { TestDesk } from '../support/host/test-desk';

async function refusedBecause(uri: vscode.Uri, reason: RefusalReason): Promise<string> {
  let message = '';
  await assert.rejects(placeFiles([uri]), (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.reason, reason);
    message = error.message;
    return true;
  });
  return message;
}

describe('what cannot be verified', () => {
  it('is a folder', async () => {
    await mkdir(fileUri('docs').fsPath, { recursive: true });
    assert.equal(
      await refusedBecause(fileUri('docs'), 'folder'),
      'docs is a folder. Choose a file.',
    );
  });

  it('is a file outside the workspace', async () => {
    const message = await refusedBecause(vscode.Uri.file('/etc/hosts'), 'outside');
    assert.match(message, /hosts is outside the workspace/);
  });

  it('is a document that was never saved, or is on no disk', async () => {
    await refusedBecause(vscode.Uri.parse('untitled:Untitled-1'), 'not-a-file');
    await refusedBecause(vscode.Uri.parse('vscode-vfs://github/a/b/README.md'), 'not-a-file');
  });

  it('places a file with any name', async () => {
    const name = 'a b/#1 %20 文档 \\u0041.md';
    await writeText(name, 'text\n');
    const [placed] = await placeFiles([fileUri(name)]);
    assert.equal(placed?.path, name);
    assert.equal(placed.root.toString(), workspaceRoot().toString());
  });

  it('is said beside its place in the form, each with its reason', async () => {
    const root = workspaceRoot().fsPath;
    await writeText('good.md', 'text\n');
    await writeFile(path.join(root, 'image.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
    await mkdir(path.join(root, 'folder'), { recursive: true });
    await symlink('/etc', path.join(root, 'away')).catch(() => undefined);
    const paths = ['good.md', 'image.png', 'folder', '../outside.md', 'away/hosts', 'new.md'];
    const problems = await checkArtifacts(root, [...paths, 'good.md'], 'loop', english);
    assert.deepEqual(
      problems.map((problem) => problem.index),
      [1, 2, 3, 4, 6],
    );
    const words = problems.map((problem) => problem.message);
    assert.match(words[0] ?? '', /image\.png is a binary file/);
    assert.match(words[1] ?? '', /folder is a folder/);
    assert.match(words[2] ?? '', /outside the workspace/);
    assert.match(words[3] ?? '', /away\/hosts/);
    assert.match(words[4] ?? '', /one and the same file/);
  });

  it('is a file that is not there, for an audit only', async () => {
    const root = workspaceRoot().fsPath;
    assert.deepEqual(await checkArtifacts(root, ['absent.md'], 'loop', english), []);
    const [problem] = await checkArtifacts(root, ['absent.md'], 'audit', english);
    assert.equal(problem?.message, 'absent.md does not exist.');
  });

  it('is a read-only file, for a run only', async () => {
    const root = workspaceRoot().fsPath;
    await writeText('fixed.md', 'text\n');
    await chmod(path.join(root, 'fixed.md'), 0o444);
    assert.equal((await checkArtifacts(root, ['fixed.md'], 'loop', english)).length, 1);
    assert.deepEqual(await checkArtifacts(root, ['fixed.md'], 'audit', english), []);
  });
});

describe('a recording that cannot be replayed', () => {
  const refusalOf = (text: string): string => {
    try {
      readRecording(text, 'sample.json');
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
      assert.equal(error.reason, 'recording');
      return error.message;
    }
    return assert.fail('It was read.');
  };

  it('is one of another version: both versions are named', () => {
    const message = refusalOf('{"kind":"bvl-recording","version":99}');
    assert.match(message, /^sample\.json: .*version 99.*reads version 1/);
  });

  it('is one that is damaged, or is none', () => {
    assert.match(refusalOf('{"kind":"bvl-recording","version":1}'), /damaged/);
    assert.match(refusalOf('no'), /not a recording/);
  });
});

describe('a failure in words', () => {
  it('names a full disk, and what to do', () => {
    const words = describeFailure(new ArtifactError('disk-full', 'notes.md'), english) ?? '';
    assert.match(words, /no space left to write notes\.md/);
    assert.match(words, /resume the run/);
  });

  it('leaves a defect to the log', () => {
    assert.equal(describeFailure(new TypeError('x is undefined'), english), null);
  });
});

describe('a brief form in the editor', () => {
  let desk: TestDesk;
  afterEach(() => desk.close());

  it('names every problem at once and starts nothing', async () => {
    desk = await TestDesk.open('test-key-of-nobody');
    await writeText('notes.md', 'text\n');
    const { draftKey, initial } = await desk.form('notes.md');
    const from = desk.posted.length;
    await desk.send({
      type: 'submitBrief',
      draftKey,
      form: { ...initial, cap: '0', lenses: ['nonsense'], artifacts: ['notes.md', '../x.md'] },
    });
    const { keep, problems } = await desk.until('form', () => true, from);
    assert.equal(keep, true);
    assert.deepEqual([...new Set(problems.map((problem) => problem.field))].sort(), [
      'artifacts',
      'cap',
      'criteria',
      'lenses',
      'task',
    ]);
    assert.deepEqual(desk.desk.service.runs, []);
  });

  it('checks the form first and anew, also without a key, and says in the form that there is none', async () => {
    desk = await TestDesk.open(null);
    await writeText('notes.md', 'text\n');
    const { draftKey, initial } = await desk.form('notes.md');
    let from = desk.posted.length;
    await desk.send({ type: 'submitBrief', draftKey, form: initial });
    const empty = await desk.until('form', () => true, from);
    assert.deepEqual(
      empty.problems.map((problem) => problem.field),
      ['task', 'criteria'],
    );
    assert.equal(empty.keyMissing, true);
    const form = { ...initial, task: 'Right', criteria: ['It is sorted'] };
    from = desk.posted.length;
    await desk.send({ type: 'submitBrief', draftKey, form });
    const filled = await desk.until('form', () => true, from);
    assert.deepEqual(filled.problems, []);
    assert.equal(filled.keyMissing, true);
    // The prompts can be read without a key; only the start needs one (test/ui/brief-form).
    await desk.send({ type: 'showPreview', draftKey, form });
    await desk.until('preview');
    assert.ok(desk.posted.every((message) => message.type !== 'failure'));
  });

  it('says which criteria nobody can check, while they are typed', async () => {
    desk = await TestDesk.open(null);
    await desk.send({ type: 'checkCriteria', criteria: ['It is sorted', 'High quality'] });
    const { warnings } = await desk.until('criteriaChecked');
    assert.deepEqual(
      warnings.map((warning) => warning.criterion),
      ['High quality'],
    );
  });

  it('refuses an address that is none', async () => {
    desk = await TestDesk.open('test-key-of-nobody');
    const settings = vscode.workspace.getConfiguration('bvl');
    await settings.update('anthropic.baseUrl', 'gateway', vscode.ConfigurationTarget.Global);
    try {
      const { draftKey, initial } = await desk.form('notes.md');
      const form = { ...initial, task: 'Right', criteria: ['It is sorted'] };
      await desk.send({ type: 'submitBrief', draftKey, form });
      const { problems } = await desk.until('form', (message) => message.keep);
      assert.match(problems[0]?.message ?? '', /bvl\.anthropic\.baseUrl is not a web address/);
    } finally {
      await settings.update('anthropic.baseUrl', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('drops a message that is none, and one before the panel is ready', async () => {
    desk = await TestDesk.open('test-key-of-nobody');
    const before = desk.posted.length;
    await desk.desk.panel.receive({ type: 'start', extra: 1 });
    await desk.desk.panel.receive('start');
    desk.desk.panel.closed();
    await desk.send({ type: 'newBrief', mode: 'loop', artifact: 'notes.md' });
    assert.equal(desk.posted.length, before);
  });
});

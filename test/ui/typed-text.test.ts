import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModelService, type Conversation, type Role } from '../support/window/model-service';
import { EditorWindow } from '../support/window/window';

const key = 'test-key-of-nobody';
const file = 'list.md';
const start = '- pear\n- fig\n';
const sorted = '- fig\n- pear\n';

/** One HIGH finding, one fix that the Implementor disputes in part, then nothing more. */
function plan(role: Role, nth: number): Conversation {
  if (role === 'judge') return { reply: 'no' };
  if (role === 'critic') {
    return {
      reply:
        nth === 1
          ? [
              'FINDING #1',
              '  Severity: HIGH',
              '  AC reference: 1',
              '  Issue: The list is not sorted',
              '  Evidence: "- pear"',
            ].join('\n')
          : 'NO FINDINGS — artifact passes audit',
    };
  }
  const tools = [
    { name: 'view', input: { path: file } },
    {
      name: 'replace_text',
      input: { path: file, old_text: '- pear\n- fig', new_text: '- fig\n- pear' },
    },
  ];
  const answer = nth === 1 ? '\nRESPONSES:\nFINDING #1: Disputed — the order was given' : '';
  return { tools: nth === 1 ? tools : [], reply: `DONE — artifact updated at ${file}${answer}` };
}

describe('text that is typed beside a run', () => {
  let service: ModelService;
  let window: EditorWindow;
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    const started = await ModelService.start(plan, key);
    service = started.service;
    closing.push(() => service.close());
    window = await EditorWindow.open({
      files: { [file]: start, 'notes.md': 'notes\n' },
      settings: { 'bvl.anthropic.baseUrl': started.url, 'files.autoSave': 'off' },
    });
    closing.push(() => window.close());
    await setKey();
  });

  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await window.picture(`failed-${this.currentTest.title.replaceAll(/\W+/g, '-')}`);
    }
  });

  const onDisk = (): Promise<string> => readFile(path.join(window.workspace, file), 'utf8');
  const dialog = (): ReturnType<EditorWindow['page']['locator']> =>
    window.page.locator('.monaco-dialog-box');

  const setKey = async (): Promise<void> => {
    await window.command('BVL: Set API Key');
    await window.page.getByText('Anthropic API key').waitFor();
    await window.answerInput(key);
  };

  const begin = async (): Promise<void> => {
    const panel = window.panel();
    await panel.locator('#form-task').fill('The list is sorted');
    await panel.locator('#form-criterion-0').fill('Lines are in alphabetical order');
    await panel.locator('#form-start').click();
    await panel.locator('#preview-start').click();
  };

  it('is asked about before a run begins, and Cancel starts nothing', async () => {
    await window.openFile(file);
    await window.page.locator('.view-line').filter({ hasText: 'pear' }).first().click();
    await window.page.keyboard.press('Control+End');
    await window.page.keyboard.type('- quince');
    await window.page.locator('.view-line').filter({ hasText: 'quince' }).waitFor();
    await window.command('BVL: Verify This File…');
    await window.panel().locator('#form-task').waitFor();
    await begin();
    await dialog().getByText('list.md has unsaved changes').waitFor();
    await window.picture('unsaved-changes');
    await dialog().getByText('Cancel').click();
    await window.panel().locator('#form-task').waitFor();
    assert.equal(await onDisk(), start);
    assert.equal(service.conversations('critic').length, 0);
  });

  it('is saved when the person says so, and then the run begins with it', async () => {
    const panel = window.panel();
    await panel.locator('#form-start').click();
    await panel.locator('#preview-start').click();
    await dialog().waitFor();
    service.hold('implementor');
    await window.confirm();
    await panel.getByText('Implementor revises').waitFor({ timeout: 60_000 });
    assert.equal(await onDisk(), `${start}- quince`);
  });

  it('goes on being typed when a revision opens beside it', async () => {
    await window.openFile('notes.md');
    await window.page.locator('.view-line').filter({ hasText: 'notes' }).first().click();
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.type('one ');
    await window.page
      .locator('.view-line')
      .filter({ hasText: /one.notes/ })
      .waitFor();
    service.release();
    await window.page.locator('.monaco-diff-editor').first().waitFor({ timeout: 60_000 });
    await window.page.keyboard.type('two ');
    await window.page
      .locator('.view-line')
      .filter({ hasText: /one.two.notes/ })
      .waitFor();
    await window.picture('typing-beside-a-diff');
    assert.equal(await onDisk(), `${sorted}- quince`);
  });

  it('leaves the decision waiting over a reload, and an answer there goes on in the run', async () => {
    await window.panel().locator('#decision-title').waitFor({ timeout: 60_000 });
    await window.reload();
    await window.command('BVL: Show Review Panel');
    const panel = window.panel();
    await panel.locator('#decision-title').waitFor({ timeout: 60_000 });
    await window.picture('decision-after-reload');
    await setKey();
    await panel.locator('#pick-0-1').click();
    await panel.locator('#offer-settle').click();
    await panel.getByText('Success').first().waitFor({ timeout: 90_000 });
    await window.picture('success-after-reload');
    assert.equal(await onDisk(), `${sorted}- quince`);
  });

  it('is asked about before undoing the run replaces it, and Cancel leaves it', async () => {
    const mine = `${sorted}- quince\n- added after the run`;
    await writeFile(path.join(window.workspace, file), mine);
    await window.command('BVL: Undo This Run');
    await dialog().getByText('Put list.md back').waitFor();
    await window.confirm();
    await dialog().getByText('list.md was changed after the run').waitFor();
    await window.picture('changed-after-the-run');
    await dialog().getByText('Cancel').click();
    await dialog().waitFor({ state: 'hidden' });
    assert.equal(await onDisk(), mine);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ModelService, type Conversation, type Role } from '../support/window/model-service';
import { EditorWindow } from '../support/window/window';

const key = 'test-key-of-nobody';
const file = 'docs/plan.md';

const start = `# Moving the mail server

1. Stop the old server.
2. Copy the mailboxes.
3. Start the new server.
`;

const afterRound1 = start.replace(
  '2. Copy the mailboxes.',
  '2. Copy the mailboxes, about 40 minutes.',
);
const afterRound2 = afterRound1.replace(
  '3. Start the new server.',
  '3. Start the new server; it prints "ready".',
);

/** What the models say, conversation by conversation; the first Critic is the baseline audit. */
function plan(role: Role, nth: number, system: string): Conversation {
  if (role === 'judge') return { reply: system.includes('N1 = B2') ? 'N1 = NEW' : 'no' };
  const look = { name: 'view', input: { path: file } };
  if (role === 'implementor')
    return { ...implementor[nth - 1], tools: [look, ...edits(nth)] } as Conversation;
  return { tools: [look], reply: critics[nth - 1] ?? clean };
}

const clean = 'NO FINDINGS — artifact passes audit';

const implementor = [
  {
    reply: `DONE — artifact updated at ${file}\nRESPONSES:\nFINDING #1: Addressed\nFINDING #2: Deferred — the names are not known yet`,
  },
  {
    reply: `DONE — artifact updated at ${file}\nRESPONSES:\nFINDING #1: Disputed — the way back is the old server, which step 1 only stops`,
  },
  { reply: `DONE — artifact updated at ${file}\nRESPONSES:\nFINDING #1: Addressed` },
  { reply: `DONE — artifact updated at ${file}` },
];

function edits(nth: number): { name: string; input: unknown }[] {
  const change = (old_text: string, new_text: string): { name: string; input: unknown } => ({
    name: 'replace_text',
    input: { path: file, old_text, new_text },
  });
  if (nth === 1) return [change('Copy the mailboxes.', 'Copy the mailboxes, about 40 minutes.')];
  if (nth === 2) return [change('the new server.', 'the new server; it prints "ready".')];
  return [];
}

const critics = [
  [
    'FINDING #1',
    '  Severity: HIGH',
    '  AC reference: 1',
    '  Issue: The copy has no duration',
    '  Evidence: "2. Copy the mailboxes."',
    '',
    'FINDING #2',
    '  Severity: MEDIUM',
    '  AC reference: 1',
    '  Issue: Nobody is named',
    '  Evidence: "1. Stop the old server."',
  ].join('\n'),
  [
    'FINDING #1',
    '  Severity: HIGH',
    '  AC reference: 2',
    '  Issue: There is no way back after step 3',
    '  Evidence: "3. Start the new server."',
  ].join('\n'),
  [
    'FINDING #1',
    '  Severity: MEDIUM',
    '  AC reference: 1',
    '  Issue: The message that is seen may change',
    '  Evidence: "it prints "ready""',
  ].join('\n'),
];

describe('a run on a file of one’s own', function () {
  // One story: a step that fails leaves nothing for the next ones to stand on.
  this.bail(true);
  let service: ModelService;
  let window: EditorWindow;
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    const started = await ModelService.start(plan, key);
    service = started.service;
    closing.push(() => service.close());
    window = await EditorWindow.open({
      files: { [file]: start, 'README.md': '# Mail\n' },
      settings: { 'bvl.anthropic.baseUrl': started.url },
    });
    closing.push(() => window.close());
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

  it('takes a key', async () => {
    await window.command('BVL: Set API Key');
    await window.answerInput(key);
  });

  it('opens the brief from the file’s context menu', async () => {
    await window.explorerRow('docs').click();
    await window.chooseFromMenu(window.explorerRow('plan.md'), 'Verify with BVL');
    await window.panel().locator('#form-task').waitFor();
    await window.picture('brief-empty');
  });

  it('names everything that is missing at once, and starts nothing', async () => {
    await window.panel().locator('#form-start').click();
    await window.panel().getByText('Nothing was started').waitFor();
    assert.equal((await window.panel().locator('.problem:visible').count()) > 1, true);
    assert.equal(service.conversations('critic').length, 0);
    await window.picture('brief-problems');
  });

  it('shows what will be sent and where before anything is', async () => {
    const panel = window.panel();
    await panel.locator('#form-task').fill('A plan that can be followed at night');
    await panel.locator('#form-criterion-0').fill('Every step says how long it takes');
    await panel.locator('#form-criterion-0').press('Enter');
    await panel.locator('#form-criterion-1').fill('Every step has a way back');
    await window.picture('brief-filled');
    await panel.locator('#form-start').click();
    await panel.locator('#preview-start').waitFor();
    await panel.getByText('127.0.0.1').first().waitFor();
    assert.equal(service.conversations('critic').length, 0);
    await window.picture('preview');
  });

  it('runs until a disputed HIGH finding asks for a decision', async () => {
    await window.panel().locator('#preview-start').click();
    await window.panel().locator('#decision-title').waitFor({ timeout: 60_000 });
    assert.equal(await onDisk(), afterRound2);
    await window.picture('decision');
    await window.panel().getByText('the old server, which step 1 only stops').first().waitFor();
  });

  it('shows the round’s revision in one diff tab', async () => {
    await window.page.locator('.monaco-diff-editor').first().waitFor();
    await window.page.getByText('it prints "ready"').first().waitFor();
    assert.equal(await window.page.locator('.monaco-diff-editor').count(), 1);
    await window.picture('diff');
  });

  it('asks in a notification too, and nothing answers itself', async () => {
    const notifications = await window.toggleNotifications();
    await notifications.filter({ hasText: 'disputes a HIGH finding' }).first().waitFor();
    await window.picture('notification');
    await window.toggleNotifications();
    assert.equal(await window.panel().locator('#decision-title').count(), 1);
  });

  it('goes on in the same run with the answer', async () => {
    service.hold('critic');
    const panel = window.panel();
    await panel.locator('#pick-0-1').click();
    await panel.locator('#offer-settle').click();
    await panel.getByText('Critic looks').waitFor({ timeout: 60_000 });
    await panel.locator('.calls li').first().waitFor();
    await window.picture('critic-phase');
  });

  it('is interrupted by a reload in the Critic phase, and says so', async () => {
    await window.reload();
    service.release();
    await window.command('BVL: Show Review Panel');
    await window.panel().getByText('Interrupted in round 3').waitFor({ timeout: 60_000 });
    await window.picture('interrupted');
  });

  it('resumes with what is missing only, to success', async () => {
    const implementors = service.conversations('implementor').length;
    // This editor keeps secrets in the page only, so the key went with the reload.
    await window.command('BVL: Set API Key');
    await window.answerInput(key);
    await window.panel().getByText('Resume', { exact: true }).first().click();
    await window.panel().getByText('Success').first().waitFor({ timeout: 90_000 });
    await window.picture('success');
    assert.equal(service.conversations('implementor').length, implementors + 1);
    assert.equal(await onDisk(), afterRound2);
  });

  it('compares the end with the start', async () => {
    const panel = window.panel();
    await panel.getByText('Compare with Start').click();
    await window.page.locator('.monaco-diff-editor').first().waitFor();
    await panel.getByText('Round 1', { exact: true }).click();
    await panel.getByText('There is no way back after step 3').first().waitFor();
    await window.picture('review');
  });

  it('opens the report', async () => {
    await window.command('BVL: Open Report');
    await window.page.getByText('LOOP EXIT').first().waitFor();
    await window.picture('report');
  });

  it('undoes the whole run, and that again', async () => {
    await window.command('BVL: Undo This Run');
    await window.confirm();
    await waitFor(async () => (await onDisk()) === start, 'the start is back');
    await window.command('BVL: Undo Last Restore');
    await window.confirm();
    await waitFor(async () => (await onDisk()) === afterRound2, 'the end is back');
  });
});

/** Looks every tenth of a second; fails after twenty seconds. */
async function waitFor(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`It never came true that ${what}.`);
}

import assert from 'node:assert/strict';
import { EditorWindow } from '../support/window/window';

const file = 'list.md';

describe('the brief of a file, in the editor and without a key', () => {
  let window: EditorWindow;

  before(async () => {
    window = await EditorWindow.open({ files: { [file]: '- pear\n- fig\n' } });
    await window.openFile(file);
  });
  after(() => window.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await window.picture(`failed-${this.currentTest.title.replaceAll(/\W+/g, '-')}`);
    }
  });

  const panel = () => window.panel();
  const button = (name: string) => panel().getByRole('button', { name, exact: true });
  const ask = async (): Promise<void> => {
    await window.command('BVL: Verify This File…');
    await panel().locator('#form-task').waitFor();
  };
  const assertTyped = async (): Promise<void> => {
    // A message that comes late would blank the fields only then.
    await window.page.waitForTimeout(500);
    assert.equal(await panel().locator('#form-task').inputValue(), 'The list is sorted');
    assert.equal(await panel().locator('#form-criterion-0').inputValue(), 'Lines are in order');
  };

  it('shows what was typed when the file is verified again, without and with Cancel', async () => {
    await ask();
    await panel().locator('#form-task').fill('The list is sorted');
    await panel().locator('#form-criterion-0').fill('Lines are in order');
    await ask();
    await assertTyped();
    await button('Cancel').click();
    await panel().locator('#form-task').waitFor({ state: 'detached' });
    await ask();
    await assertTyped();
  });

  it('shows its prompts, their host and their size before a key is set; Start asks for the key', async () => {
    await button('Preview Prompts').click();
    await panel().locator('#preview-title').waitFor();
    const text = await panel().locator('.preview').innerText();
    assert.ok(text.includes('api.anthropic.com'), text);
    assert.match(text, /token/);
    await window.picture('preview-without-a-key');
    await panel().locator('#preview-start').click();
    await panel().locator('#form-set-key').waitFor();
    await assertTyped();
  });
});

import assert from 'node:assert/strict';
import { EditorWindow } from '../support/window/window';

describe('the first run, without a key', () => {
  let window: EditorWindow;

  before(async () => {
    window = await EditorWindow.open({ files: { 'README.md': '# Empty\n' } });
  });

  after(() => window.close());

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await window.picture(`failed-${this.currentTest.title.replaceAll(/\W+/g, '-')}`);
    }
  });

  it('welcomes with what there is: a key to set, recorded runs to replay', async () => {
    await window.command('BVL: Show Review Panel');
    const panel = window.panel();
    await panel.getByText('Set API Key…').first().waitFor();
    await panel.getByText('Replay').first().waitFor();
    assert.equal(await panel.locator('[role="alert"]').count(), 0);
    await window.picture('welcome');
  });

  it('replays a recorded run, and says that it is one', async () => {
    const panel = window.panel();
    await panel
      .getByRole('button', { name: /^Replay/ })
      .first()
      .click();
    await panel
      .getByText(/Recorded run: /)
      .first()
      .waitFor({ timeout: 60_000 });
    await window.picture('recorded-run');
  });

  it('goes to its end; where a decision waits, the recorded answer is offered', async () => {
    const panel = window.panel();
    const asked = panel.locator('#answer-as-recorded');
    const ended = panel.getByText(/^(Success|Ended)/).first();
    for (;;) {
      await asked.or(ended).first().waitFor({ timeout: 120_000 });
      if (await ended.isVisible()) break;
      await window.picture('recorded-decision');
      await asked.click();
      await asked.waitFor({ state: 'detached' });
    }
    await panel.getByText('Success').first().waitFor();
    await window.picture('recorded-success');
  });
});

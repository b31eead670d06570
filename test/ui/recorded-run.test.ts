import { readFile } from 'node:fs/promises';
import path from 'node:path';
import assert from 'node:assert/strict';
import { packageExtension } from '../../scripts/vsix';
import { EditorWindow, type WindowOptions } from '../support/window/window';

const code = 'const total = 1;\n';

interface Place {
  readonly where: string;
  readonly options: WindowOptions;
  /** Packs the extension and installs that, as a person would. */
  readonly packed?: true;
}

const places: readonly Place[] = [
  { where: 'a folder, without a key', options: {} },
  {
    where: 'a folder that is not trusted',
    options: {
      workspaceTrust: true,
      settings: { 'security.workspace.trust.startupPrompt': 'never' },
    },
  },
  { where: 'an editor with the packed extension', options: {}, packed: true },
];

for (const { where, options, packed } of places) {
  describe(`the first run in ${where}`, function () {
    this.bail(true);
    let window: EditorWindow;
    const closing: (() => Promise<void>)[] = [];
    const name = where.replaceAll(/\W+/g, '-');

    before(async () => {
      window = await EditorWindow.open({
        ...options,
        ...(packed === true ? { vsix: await packageExtension() } : {}),
        files: { 'total.ts': code },
      });
      closing.push(() => window.close());
    });

    after(async () => {
      for (const close of closing.reverse()) await close();
    });

    afterEach(async function () {
      if (this.currentTest?.state === 'failed') await window.picture(`failed-recorded-${name}`);
    });

    it('is welcomed with what there is, and with no error', async () => {
      await window.command('BVL: Show Review Panel');
      await window.panel().getByRole('heading', { name: 'Recorded runs' }).waitFor();
      assert.equal(await window.panel().getByRole('alert').count(), 0);
      await window.picture(`welcome-${name}`);
    });

    it('replays the recorded run to its end and calls it that', async () => {
      const panel = window.panel();
      await panel.getByLabel('Replay the recorded run Invoice totals').click();
      await panel.getByText('No model is called').first().waitFor();
      await panel.getByText('Success').first().waitFor({ timeout: 90_000 });
      await window.picture(`recorded-${name}`);
    });

    it('left the person’s own files alone', async () => {
      assert.equal(await readFile(path.join(window.workspace, 'total.ts'), 'utf8'), code);
    });
  });
}

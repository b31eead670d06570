import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/editor/browser';
import { PanelWindow } from '../support/panel/panel-window';
import { panelStates } from '../support/panel/states';
import type { ThemeName } from '../support/panel/themes';
import { pictureFolder } from '../support/window/window';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Each theme with the widths that are looked at in it, pixels. */
const looks: readonly { readonly theme: ThemeName; readonly widths: readonly number[] }[] = [
  { theme: 'dark', widths: [300, 200] },
  { theme: 'light', widths: [300, 520] },
  { theme: 'high-contrast', widths: [300] },
];

describe('every state of the panel', () => {
  let browser: Browser;
  let axe: string;

  before(async () => {
    browser = await launchBrowser();
    axe = await readFile(path.resolve('node_modules/axe-core/axe.min.js'), 'utf8');
    await mkdir(path.join(pictureFolder, 'panel'), { recursive: true });
  });

  after(() => browser.close());

  for (const [name, messages] of Object.entries(panelStates)) {
    for (const { theme, widths } of looks) {
      it(`${name}, ${theme}: accessible, inside its width, nothing blocked or dropped`, async () => {
        const panel = await PanelWindow.open(browser, { theme, width: widths[0] ?? 300 });
        const { page } = panel;
        try {
          await panel.post(...messages(Date.now()));
          for (const width of widths) {
            await panel.resize(width);
            await page.screenshot({
              path: path.join(pictureFolder, 'panel', `${name}-${theme}-${width}.png`),
              fullPage: !name.startsWith('many'),
            });
            assert.equal(await panel.overflows(), false, `wider than ${width} px`);
          }
          assert.deepEqual(await panel.violations(), []);
          const dropped = (await panel.posted()).filter((message) => message.type === 'log');
          assert.deepEqual(dropped, []);
          await page.evaluate(axe);
          const { violations } = await page.evaluate<AxeResult>('axe.run(document)');
          assert.deepEqual(
            violations.flatMap((one) =>
              one.nodes.map((node) => `${one.id}: ${node.html} ${node.failureSummary}`),
            ),
            [],
          );
        } finally {
          await panel.close();
        }
      });
    }
  }
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { FromPanel } from '../../../src/protocol/from-panel';
import { panelPage } from '../../../src/protocol/panel-page';
import type { ToPanel } from '../../../src/protocol/to-panel';
import { themeCss, type ThemeName } from './themes';

const origin = 'http://panel.invalid';
const built = path.resolve('dist/webview');

export interface PanelWindowOptions {
  readonly theme: ThemeName;
  readonly width: number;
  readonly height?: number;
  /** What the editor kept of an earlier life of the panel. */
  readonly saved?: unknown;
}

/**
 * The built panel alone in a browser page, under the page's real policy, with a stand-in for the editor that keeps what is posted.
 */
export class PanelWindow {
  private constructor(readonly page: Page) {}

  static async open(browser: Browser, options: PanelWindowOptions): Promise<PanelWindow> {
    const page = await browser.newPage({
      viewport: { width: options.width, height: options.height ?? 900 },
      reducedMotion: 'reduce',
    });
    await page.route(`${origin}/**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === '') await route.fulfill({ contentType: 'text/html', body: html() });
      else if (name === 'theme.css') {
        await route.fulfill({ contentType: 'text/css', body: themeCss(options.theme) });
      } else {
        const body = await readFile(path.join(built, name)).catch(() => null);
        if (body === null) await route.fulfill({ status: 404 });
        else await route.fulfill({ contentType: types[path.extname(name)] ?? '', body });
      }
    });
    await page.addInitScript({ content: standIn(options.saved) });
    await page.goto(`${origin}/`);
    const panel = new PanelWindow(page);
    await panel.waitFor('ready');
    return panel;
  }

  /** Posts messages as the host would and waits until they are drawn. */
  async post(...messages: readonly ToPanel[]): Promise<void> {
    await this.page.evaluate(
      `(async () => {
        for (const message of ${JSON.stringify(messages)}) window.postMessage(message, '*');
        await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 0));
        await document.fonts.ready;
      })()`,
    );
  }

  /** Makes the panel as wide as given, pixels, and waits until it is drawn so. */
  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: 900 });
    await this.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
  }

  /** Everything the panel has posted, oldest first. */
  posted(): Promise<FromPanel[]> {
    return this.page.evaluate<FromPanel[]>('store.posted');
  }

  /** The last message of a type, once there is one. */
  async waitFor<Type extends FromPanel['type']>(
    type: Type,
  ): Promise<Extract<FromPanel, { type: Type }>> {
    // Asked again and again from here: the page's policy allows no function to be made in it.
    for (;;) {
      const found = (await this.posted()).findLast((message) => message.type === type);
      if (found !== undefined) return found as Extract<FromPanel, { type: Type }>;
    }
  }

  /** What the panel asked the editor to keep. */
  saved(): Promise<unknown> {
    return this.page.evaluate('store.saved');
  }

  /** What the page's policy has blocked. */
  violations(): Promise<string[]> {
    return this.page.evaluate<string[]>('store.violations');
  }

  /** True when something is wider than the panel. */
  overflows(): Promise<boolean> {
    return this.page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

/** Stands in for the editor's side of a webview. */
function standIn(saved: unknown): string {
  return `
    window.store = { posted: [], saved: ${saved === undefined ? 'undefined' : JSON.stringify(saved)}, violations: [] };
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => store.posted.push(message),
      getState: () => store.saved,
      setState: (state) => { store.saved = JSON.parse(JSON.stringify(state)); },
    });
    document.addEventListener('securitypolicyviolation', (event) => {
      store.violations.push(event.violatedDirective + ': ' + event.blockedURI);
    });
  `;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.map': 'application/json',
};

function html(): string {
  return panelPage({
    script: `${origin}/panel.js`,
    style: `${origin}/panel.css`,
    icons: `${origin}/codicon.css`,
    cspSource: origin,
    nonce: 'a1b2c3d4e5f6',
    language: 'en',
    title: 'Review',
  }).replace('<title>', `<link rel="stylesheet" href="${origin}/theme.css">\n<title>`);
}

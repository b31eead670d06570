import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../editor/browser';
import { startEditor, type RunningEditor } from '../editor/server';
import { editorVersions, type EditorVersion } from '../editor/versions';

/** Pictures that a test takes land here; git-ignored. */
export const pictureFolder = path.resolve('test/pictures');

export interface WindowOptions {
  /** Default: the current editor. */
  readonly version?: EditorVersion;
  /** A folder whose copy is opened; default: an empty one. */
  readonly template?: string;
  /** Files written into the workspace before it is opened, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly workspaceTrust?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** The packed extension, installed instead of the one from its sources. */
  readonly vsix?: string;
  /** Extensions beside this project's own. */
  readonly extensions?: readonly string[];
}

/**
 * A window of a real editor with the extension in it, driven as a person would: by what is on the
 * screen. `close` ends browser and server and removes the workspace.
 */
export class EditorWindow {
  private constructor(
    readonly workspace: string,
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly browser: Browser,
    private readonly editor: RunningEditor,
  ) {}

  static async open(options: WindowOptions = {}): Promise<EditorWindow> {
    const folder = await mkdtemp(path.join(tmpdir(), 'bvl-window-'));
    const workspace = path.join(folder, 'workspace');
    await mkdir(workspace);
    if (options.template !== undefined) await cp(options.template, workspace, { recursive: true });
    for (const [name, text] of Object.entries(options.files ?? {})) {
      const file = path.join(workspace, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const editor = await startEditor({
      version: options.version ?? editorVersions.current,
      workspace,
      extensions: options.vsix === undefined ? ['.', ...(options.extensions ?? [])] : [],
      ...(options.vsix === undefined ? {} : { vsix: options.vsix }),
      settings: options.settings ?? {},
      workspaceTrust: options.workspaceTrust ?? false,
      environment: options.environment ?? {},
    });
    try {
      const browser = await launchBrowser();
      const context = await browser.newContext({
        viewport: options.size ?? { width: 1400, height: 900 },
      });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      const window = new EditorWindow(workspace, page, context, browser, editor);
      await page.goto(editor.url);
      await window.untilReady();
      return window;
    } catch (error) {
      await editor.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.browser.close();
    await this.editor.stop();
    await rm(path.dirname(this.workspace), { recursive: true, force: true, maxRetries: 5 });
  }

  /** What the server has written; worth a look when a test fails. */
  serverOutput(): string {
    return this.editor.output();
  }

  /** Loads the window again: the extension host starts anew. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.untilReady();
  }

  /** Runs a command of the palette by its visible title, for instance `BVL: Show Review Panel`. */
  async command(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type="text"]').first();
    const entry = this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: title })
      .first();
    // The palette lists what was known when it opened: an extension that came later needs a second look.
    for (let attempt = 1; ; attempt += 1) {
      await this.page.keyboard.press('F1');
      await input.waitFor();
      await input.fill(`>${title}`);
      const found = await entry.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (found) break;
      if (attempt === 5) throw new Error(`The palette has no "${title}".`);
      await this.page.keyboard.press('Escape');
    }
    await entry.click();
  }

  /** Types into the quick input that is open and confirms. */
  async answerInput(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(text);
    await input.press('Enter');
    // The extension looks at the answer first; another quick input before that would take its place.
    await input.waitFor({ state: 'hidden' });
  }

  /** Opens a file of the workspace by name. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(name);
    const entry = this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: path.posix.basename(name) })
      .first();
    await entry.click();
    await this.tab(path.posix.basename(name)).first().waitFor();
  }

  /** The tab of an editor by the text on it. */
  tab(text: string): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: text });
  }

  /** A row of the explorer. */
  explorerRow(name: string): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name });
  }

  /** Right-clicks something and chooses an entry of the context menu. */
  async chooseFromMenu(target: Locator, entry: string): Promise<void> {
    await target.click({ button: 'right' });
    const item = this.page
      .locator('.context-view .action-item, .monaco-menu .action-item')
      .filter({ hasText: entry })
      .first();
    await item.click();
    // A click right after the menu has opened counts as the one that opened it.
    await item.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => item.click());
  }

  /** The document inside the review panel. */
  panel(): FrameLocator {
    return this.page.locator('iframe.webview').last().contentFrame().frameLocator('#active-frame');
  }

  /** Confirms a modal question with its main button (Cancel stands first here), when one is open. */
  async confirm(): Promise<void> {
    const button = this.page
      .locator('.monaco-dialog-box .dialog-buttons .monaco-button:not(.secondary)')
      .first();
    await button
      .waitFor({ timeout: 3_000 })
      .then(() => button.click())
      .catch(() => undefined);
  }

  /**
   * The notifications, in their centre: an editor that is driven by a test shows no toasts. A click
   * on the bell opens and closes it.
   */
  async toggleNotifications(): Promise<Locator> {
    await this.page.locator('.statusbar [id="status.notifications"]').click();
    return this.page.locator('.notifications-center .notification-list-item');
  }

  /** Takes a picture of the window into `test/pictures/NAME.png`. */
  async picture(name: string): Promise<void> {
    await mkdir(pictureFolder, { recursive: true });
    await this.page.screenshot({ path: path.join(pictureFolder, `${name}.png`) });
  }

  private async untilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor();
    await this.page.locator('.statusbar').waitFor();
    // The extension's contributions come a moment after the window.
    await this.page.locator('.activitybar [aria-label="BVL"]').first().waitFor();
  }
}

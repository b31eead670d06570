import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ContextKeys } from '../../../src/host/context-keys';
import { Desk } from '../../../src/host/desk';
import { KeyStore } from '../../../src/host/key-store';
import { TextDocuments } from '../../../src/host/text-documents';
import type { BriefForm } from '../../../src/protocol/brief-form';
import type { FromPanel } from '../../../src/protocol/from-panel';
import { parseToPanel, type ToPanel } from '../../../src/protocol/to-panel';
import type { PanelView } from '../../../src/protocol/views';

type Posted<Type extends ToPanel['type']> = Extract<ToPanel, { type: Type }>;

/**
 * The extension's desk inside a real editor, with a panel that is a test: it says what a person's clicks would send, and sees what the
 * panel would draw. Everything else (documents, tabs, settings, files) is the editor's own.
 */
export class TestDesk {
  readonly posted: ToPanel[] = [];
  readonly badges: number[] = [];
  readonly desk: Desk;
  readonly #watchers = new Set<() => void>();

  private constructor(
    private readonly storage: string,
    key: string | null,
  ) {
    const extension = vscode.extensions.getExtension('bvl.build-verify-loop');
    assert.ok(extension !== undefined);
    const memory = new Map<string, unknown>();
    this.desk = new Desk({
      context: {
        extension: extension as vscode.Extension<unknown> & { extensionPath: string },
        extensionUri: extension.extensionUri,
        globalStorageUri: vscode.Uri.file(storage),
        workspaceState: {
          keys: () => [...memory.keys()],
          get: (name: string) => memory.get(name),
          update: (name: string, value: unknown) => {
            memory.set(name, value);
            return Promise.resolve();
          },
        } as vscode.Memento,
      },
      log: vscode.window.createOutputChannel('BVL test', { log: true }),
      keys: new KeyStore(secretsWith(key)),
      contextKeys: new ContextKeys(),
      documents: new TextDocuments(),
      view: {
        post: (message) => {
          const read = parseToPanel(message);
          assert.ok(!('error' in read), 'error' in read ? read.error : '');
          this.posted.push(read);
          for (const watcher of this.#watchers) watcher();
        },
        show: () => Promise.resolve(),
        setBadge: (waiting) => this.badges.push(waiting),
      },
    });
  }

  /** A desk whose panel is open. `key` null: none is stored. */
  static async open(key: string | null): Promise<TestDesk> {
    // The extension itself shows the revisions as documents.
    await vscode.extensions.getExtension('bvl.build-verify-loop')?.activate();
    const storage = await mkdtemp(path.join(tmpdir(), 'bvl-storage-'));
    const desk = new TestDesk(storage, key);
    await desk.send({ type: 'ready' });
    return desk;
  }

  async close(): Promise<void> {
    this.desk.dispose();
    await rm(this.storage, { recursive: true, force: true, maxRetries: 5 });
  }

  send(message: FromPanel): Promise<void> {
    return this.desk.panel.receive(message);
  }

  /** The next message of a type from now on, or one that is there already and matches. */
  async until<Type extends ToPanel['type']>(
    type: Type,
    matches: (message: Posted<Type>) => boolean = () => true,
    from = 0,
  ): Promise<Posted<Type>> {
    const isWanted = (message: ToPanel): message is Posted<Type> =>
      message.type === type && matches(message as Posted<Type>);
    const find = (): Posted<Type> | undefined => this.posted.slice(from).find(isWanted);
    const known = find();
    if (known !== undefined) return known;
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
    });
  }

  /** The run as the panel sees it, as soon as `matches` is true of it; only what is posted from now on counts. */
  async run(matches: (view: PanelView) => boolean): Promise<PanelView> {
    const message = await this.until('state', ({ view }) => matches(view), this.#mark);
    return message.view;
  }

  /** What was posted up to here is not looked at any more. */
  forget(): void {
    this.#mark = this.posted.length;
  }
  #mark = 0;

  /** Opens a brief for a file and gives the form as it is preset. */
  async form(artifact: string, mode: 'loop' | 'audit' = 'loop'): Promise<Posted<'form'>> {
    const from = this.posted.length;
    await this.send({ type: 'newBrief', mode, artifact });
    return this.until('form', () => true, from);
  }

  /** Fills the form of a file, goes through the preview, and starts. */
  async start(artifact: string, change: Partial<BriefForm> = {}): Promise<void> {
    this.forget();
    const { draftKey, initial } = await this.form(artifact, change.mode ?? 'loop');
    const form = { ...initial, task: 'The list is right', criteria: ['It is sorted'], ...change };
    const from = this.posted.length;
    await this.send({ type: 'showPreview', draftKey, form });
    const { view } = await this.until('preview', () => true, from);
    await this.send({ type: 'start', token: view.token });
  }
}

function secretsWith(key: string | null): vscode.SecretStorage {
  let stored = key ?? undefined;
  const changes = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  return {
    keys: () => Promise.resolve([]),
    get: () => Promise.resolve(stored),
    store: (_name: string, value: string) => {
      stored = value;
      return Promise.resolve();
    },
    delete: () => {
      stored = undefined;
      return Promise.resolve();
    },
    onDidChange: changes.event,
  } as vscode.SecretStorage;
}

import * as vscode from 'vscode';
import { Disposable } from '../util/disposable';
import { BriefDesk } from './brief-desk';
import { Consents } from './consents';
import type { ContextKeys } from './context-keys';
import { DiffTab } from './diff-tab';
import { showFailure } from './failure';
import { describeFailure } from './failure-words';
import type { KeyStore } from './key-store';
import { ModelSources } from './model-sources';
import { ReviewPanelDesk } from './panel-desk';
import { PanelScreen } from './panel-screen';
import { RecordedExample } from './recorded-example';
import { Recordings } from './recordings';
import { Refusal } from './refusal';
import { ReportDesk } from './report-desk';
import type { ReviewView } from './review-view';
import { RevisionDesk } from './revision-desk';
import { RunDesk } from './run-desk';
import { RunLog } from './run-log';
import { RunNotices } from './run-notices';
import { RunPicker } from './run-picker';
import { RunProgressNotice } from './run-progress';
import type { RunRef } from './run-ref';
import { RunService } from './run-service';
import { RunShelf } from './run-shelf';
import { RunViews } from './run-views';
import { RunWatch } from './run-watch';
import { StatusBar } from './status-bar';
import type { TextDocuments } from './text-documents';
import { t } from './translate';
import { welcomeView } from './welcome';

export interface DeskInit {
  readonly context: Pick<
    vscode.ExtensionContext,
    'extension' | 'extensionUri' | 'globalStorageUri' | 'workspaceState'
  >;
  readonly log: vscode.LogOutputChannel;
  readonly keys: KeyStore;
  readonly contextKeys: ContextKeys;
  readonly view: Pick<ReviewView, 'post' | 'show' | 'setBadge'>;
  readonly documents: TextDocuments;
}

/** The second half of the composition: everything that is not needed before a person asks for something. */
export class Desk extends Disposable {
  readonly shelf = new RunShelf();
  readonly service: RunService;
  readonly views: RunViews;
  readonly runs: RunDesk;
  readonly revisions: RevisionDesk;
  readonly reports: ReportDesk;
  readonly example: RecordedExample;
  readonly panel: ReviewPanelDesk;
  readonly picker: RunPicker;
  readonly #screen: PanelScreen;

  constructor(private readonly init: DeskInit) {
    super();
    const { context, log, keys, contextKeys, view, documents } = init;
    const program = `${context.extension.id} ${versionOf(context.extension.packageJSON)}`;
    const fail = (doing: string) => (error: unknown) => void showFailure(log, doing, error);
    this.service = this.own(new RunService(fail('run news')));
    this.views = new RunViews(this.shelf, this.service);
    const recordings = new Recordings(context.extensionUri, log);
    const models = new ModelSources(keys, recordings);
    this.runs = this.own(new RunDesk({ ...this.#stores(), models, log }));
    this.revisions = this.own(new RevisionDesk(this.own(new DiffTab()), this.service, log));
    this.reports = new ReportDesk(documents);
    this.example = new RecordedExample({
      recordings,
      models,
      runs: this.runs,
      shelf: this.shelf,
      storage: context.globalStorageUri,
      program,
    });
    this.#screen = this.own(
      new PanelScreen({
        ...this.#stores(),
        welcome: () => welcomeView({ shelf: this.shelf, keys, recordings, example: this.example }),
        post: (message) => view.post(message),
        fail: fail('panel'),
      }),
    );
    const briefs = new BriefDesk({
      shelf: this.shelf,
      models,
      consents: new Consents(context.workspaceState),
      program,
    });
    this.panel = new ReviewPanelDesk({
      ...this.#stores(),
      screen: this.#screen,
      briefs,
      runs: this.runs,
      revisions: this.revisions,
      reports: this.reports,
      showPanel: (preserveFocus) => view.show(preserveFocus),
      runRecorded: (id) => this.runExample(id),
      fail: (doing, error) => {
        this.#failInPanel(doing, error);
      },
      log,
    });
    this.picker = new RunPicker(this.shelf, this.service, () => this.#screen.shown);
    this.own(new RunLog(this.service, log));
    this.own(new StatusBar(this.service));
    this.own(new RunProgressNotice(this.service));
    this.own(
      new RunNotices(
        this.service,
        contextKeys,
        {
          show: (run) => this.#showDecision(run.root, run.state?.runId),
          openReport: async (run) => this.reports.openReport(await this.views.known(refOf(run))),
          setBadge: (waiting) => view.setBadge(waiting),
        },
        log,
      ),
    );
    this.own(new RunWatch({ ...this.#stores(), screen: this.#screen, contextKeys, log }));
    this.own(this.runs.onDidRestore(() => this.#screen.refresh()));
    this.own(keys.onDidChange(() => this.#screen.refresh()));
    this.own(vscode.window.onDidChangeActiveTextEditor(() => this.#refreshWelcome()));
    this.own(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#screen.refresh()));
    this.own(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#screen.refresh()));
  }

  /** Replays a recorded run and shows it; `id` null: the person chooses. */
  async runExample(id: string | null): Promise<void> {
    const chosen = id ?? (await this.example.choose());
    if (chosen === null) return;
    const run = await this.example.run(chosen);
    if (run === null) return;
    this.panel.showLive(run);
    await this.init.view.show(true);
  }

  #stores(): { shelf: RunShelf; service: RunService; views: RunViews } {
    return { shelf: this.shelf, service: this.service, views: this.views };
  }

  async #showDecision(root: string, runId: string | undefined): Promise<void> {
    if (runId === undefined) return;
    await this.panel.showRun({ root: vscode.Uri.parse(root), runId }, true);
  }

  #refreshWelcome(): void {
    if (this.#screen.screen.kind === 'welcome') this.#screen.refresh();
  }

  /** A failure the panel's own act met: a line in the panel, and a notification where there is a next step or a log to show. */
  #failInPanel(doing: string, error: unknown): void {
    const message = error instanceof Refusal ? error.message : describeFailure(error, t);
    if (message !== null) this.#screen.post({ type: 'failure', message });
    const toldInPanel = error instanceof Refusal ? error.next === null : message !== null;
    if (toldInPanel && this.#screen.ready) this.init.log.info(`panel: ${doing}: ${message ?? ''}`);
    else void showFailure(this.init.log, `panel: ${doing}`, error);
  }
}

function refOf(run: { readonly root: string; readonly state: { runId: string } | null }): RunRef {
  return { root: vscode.Uri.parse(run.root), runId: run.state?.runId ?? '' };
}

function versionOf(manifest: unknown): string {
  const version = (manifest as { readonly version?: unknown } | null)?.version;
  return typeof version === 'string' ? version : '';
}

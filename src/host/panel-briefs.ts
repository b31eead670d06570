import * as vscode from 'vscode';
import type { BriefForm } from '../protocol/brief-form';
import type { BriefDesk, Draft, PlannedRun } from './brief-desk';
import { activeFile, firstFolder, placeFiles, requireTrust, type PlacedFile } from './folders';
import type { LiveRun } from './live-run';
import type { PanelScreen } from './panel-screen';
import type { RunDesk } from './run-desk';
import type { RunService } from './run-service';
import { t } from './translate';

export interface PanelBriefsParts {
  readonly screen: PanelScreen;
  readonly briefs: BriefDesk;
  readonly runs: RunDesk;
  readonly showPanel: (preserveFocus: boolean) => Promise<void>;
  readonly service: RunService;
  readonly started: (run: LiveRun) => void;
}

/** The way from a file to a run in the panel: form, problems, preview, start. */
export class PanelBriefs {
  constructor(private readonly parts: PanelBriefsParts) {}

  /** Opens a form for files, in the panel. */
  async open(mode: BriefForm['mode'], files: readonly PlacedFile[]): Promise<void> {
    requireTrust();
    const root = files[0]?.root ?? firstFolder();
    await this.parts.runs.requireFree(root);
    const draft = await this.parts.briefs.draft(root, mode, files);
    this.parts.screen.show({ kind: 'form', draft, keep: false });
    await this.parts.showPanel(false);
  }

  /** Opens a form for a file named in the panel; null: for the active one, or for none yet. */
  async openFor(mode: BriefForm['mode'], artifact: string | null): Promise<void> {
    const active = activeFile();
    if (artifact === null) {
      await this.open(mode, active === null ? [] : await placeFiles([active]));
      return;
    }
    const placed = active === null ? [] : await placeFiles([active]).catch(() => []);
    const known = placed.find((file) => file.path === artifact);
    await this.open(mode, [known ?? { root: firstFolder(), path: artifact }]);
  }

  /** Lets the person add files to the form. */
  async pickArtifacts(form: BriefForm): Promise<void> {
    const { screen } = this.parts.screen;
    if (screen.kind !== 'form') return;
    const picked = await vscode.window.showOpenDialog({
      defaultUri: screen.draft.root,
      canSelectMany: true,
      title: t('Files to verify'),
      openLabel: t('Add'),
    });
    if (picked === undefined) return;
    const placed = await placeFiles(picked);
    const root = placed[0]?.root ?? screen.draft.root;
    const kept = root.toString() === screen.draft.root.toString() ? form.artifacts : [];
    const artifacts = [...new Set([...kept, ...placed.map((file) => file.path)])];
    const draft = {
      ...screen.draft,
      root,
      form: { ...form, artifacts },
      problems: [],
      keyMissing: false,
    };
    this.parts.screen.show({ kind: 'form', draft, keep: true });
  }

  /** A form waited for a key: when there is one now, what else is missing is said. It never starts the run. */
  async keySet(form: BriefForm): Promise<void> {
    const { screen } = this.parts.screen;
    if (screen.kind !== 'form') return;
    const plan = await this.parts.briefs.plan(screen.draft, form, 'start');
    const draft =
      'token' in plan ? { ...screen.draft, form, problems: [], keyMissing: false } : plan;
    this.parts.screen.show({ kind: 'form', draft, keep: true });
  }

  /** Checks the form; shows its problems, or the preview, or starts when the person knows where the prompts go. */
  async submit(form: BriefForm, previewAsked: boolean): Promise<void> {
    const { screen } = this.parts.screen;
    if (screen.kind !== 'form') return;
    const plan = await this.parts.briefs.plan(
      screen.draft,
      form,
      previewAsked ? 'preview' : 'start',
    );
    if (!('token' in plan)) {
      this.parts.screen.show({ kind: 'form', draft: plan, keep: true });
      return;
    }
    const draft = { ...screen.draft, form, problems: [], keyMissing: false };
    if (previewAsked || !plan.agreed) this.parts.screen.show({ kind: 'preview', draft, plan });
    else await this.#start(plan, draft);
  }

  /** Starts what the preview of this token showed; one that was looked at without a key needs it now. */
  async start(token: string): Promise<void> {
    const { screen } = this.parts.screen;
    if (screen.kind !== 'preview' || screen.plan.token !== token) return;
    const { plan, draft } = screen;
    if (!plan.keyMissing) return this.#start(plan, draft);
    const again = await this.parts.briefs.plan(draft, draft.form, 'start');
    if (!('token' in again)) {
      this.parts.screen.show({ kind: 'form', draft: again, keep: true });
    } else if (again.preview.hosts.join() !== plan.preview.hosts.join()) {
      // Nothing goes where the person has not seen that it goes.
      this.parts.screen.show({ kind: 'preview', draft, plan: again });
    } else await this.#start(again, draft);
  }

  /** From the preview back to the form, as it was typed. */
  backToForm(): void {
    const { screen } = this.parts.screen;
    if (screen.kind !== 'preview') return;
    this.parts.screen.show({ kind: 'form', draft: screen.draft, keep: true });
  }

  async #start(plan: PlannedRun, draft: Draft): Promise<void> {
    const run = await this.parts.runs.start(plan.root, plan.start, plan.source);
    if (run === null) {
      this.parts.screen.show({ kind: 'form', draft, keep: true });
      return;
    }
    await this.parts.briefs.agree(plan);
    this.#backWhenNotBegun(run, draft);
    this.parts.started(run);
  }

  /** A run that gave up before its first event (a file that cannot be used, a full disk) leaves the form as it was. */
  #backWhenNotBegun(run: LiveRun, draft: Draft): void {
    const listening = this.parts.service.onDidChange((news) => {
      if (news.run !== run || news.change.kind === 'calls') return;
      if (news.change.kind === 'failed' && run.state === null) {
        this.parts.screen.show({ kind: 'form', draft, keep: true });
      }
      listening.dispose();
    });
  }
}

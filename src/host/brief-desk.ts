import * as vscode from 'vscode';
import { prepareRun, type RunStart } from '../engine/build-verify/start';
import { systemClock } from '../node/system-clock';
import type { BriefForm, FormProblem, LensOption, ModelOption } from '../protocol/brief-form';
import type { PreviewView } from '../protocol/to-panel';
import { checkArtifacts } from './artifact-check';
import { checkBrief } from './brief-check';
import type { Consents } from './consents';
import { editorSettings } from './editor-settings';
import type { PlacedFile } from './folders';
import { lensesOf } from './lenses';
import type { ModelSource, ModelSources } from './model-sources';
import { knownModels } from './known-models';
import { previewOf } from './preview';
import { Refusal } from './refusal';
import type { RunShelf } from './run-shelf';
import { settingProblemWords } from './setting-words';
import { t } from './translate';

/** A brief form as the panel shows it. */
export interface Draft {
  readonly root: vscode.Uri;
  /** Names the draft over a reload: folder, mode and files. */
  readonly key: string;
  readonly form: BriefForm;
  readonly lenses: readonly LensOption[];
  readonly models: readonly ModelOption[];
  readonly problems: readonly FormProblem[];
  /** The last check found no API key to run with. */
  readonly keyMissing: boolean;
}

/** A checked brief, ready to start. */
export interface PlannedRun {
  readonly token: string;
  readonly root: vscode.Uri;
  readonly start: RunStart;
  readonly source: ModelSource;
  readonly preview: PreviewView;
  /** The person has seen once where prompts of this folder go. */
  readonly agreed: boolean;
  /** It can be looked at and not started: there is no API key yet. */
  readonly keyMissing: boolean;
}

export interface BriefDeskParts {
  readonly shelf: RunShelf;
  readonly models: ModelSources;
  readonly consents: Consents;
  /** Name and version of the extension. */
  readonly program: string;
}

/** Makes brief forms, checks them as one, and turns them into runs that can start. */
export class BriefDesk {
  constructor(private readonly parts: BriefDeskParts) {}

  /** A form for files of one folder, filled with what the settings say; task and criteria are the person's to write. */
  async draft(
    root: vscode.Uri,
    mode: BriefForm['mode'],
    files: readonly PlacedFile[],
  ): Promise<Draft> {
    const { settings, problems } = editorSettings(root);
    const paths = files.map((file) => file.path);
    const form: BriefForm = {
      mode,
      task: '',
      artifacts: paths,
      criteria: [''],
      context: '',
      cap: String(settings.cap),
      cleanRounds: String(settings.cleanRounds),
      confirmRounds: settings.confirmRounds,
      lenses: ['destruction'],
      strictness: settings.strictness,
      baseline: settings.baseline,
      budgetTokens: settings.budget.tokens === null ? '' : String(settings.budget.tokens),
      model: null,
    };
    const known = await lensesOf(root);
    const notes = [
      ...known.problems.map((message) => warning('lenses', message)),
      ...problems.map((problem) => warning('model', settingProblemWords(problem, t))),
    ];
    return {
      root,
      key: [root.toString(), mode, ...paths].join('\n'),
      form,
      lenses: known.lenses.map(({ name, title, forWhat, discipline, lookFor }) => ({
        name,
        title,
        forWhat,
        discipline,
        lookFor: [...lookFor],
      })),
      models: knownModels(settings.model, t),
      problems: notes,
      keyMissing: false,
    };
  }

  /**
   * Checks a form as one: its fields, its files, the settings and the key.
   * @param use what for: looking at what would be sent needs no key
   * @returns the run it makes, or the draft with every problem
   */
  async plan(draft: Draft, form: BriefForm, use: 'start' | 'preview'): Promise<PlannedRun | Draft> {
    const { settings } = editorSettings(draft.root);
    const { lenses } = await lensesOf(draft.root);
    const { checked, problems } = checkBrief(form, lenses, settings.budget, t);
    const files = await checkArtifacts(
      draft.root.fsPath,
      form.artifacts.filter((path) => path.trim() !== ''),
      form.mode,
      t,
    );
    const found = await this.#source(draft.root, form.model);
    const keyMissing = 'keyMissing' in found;
    const source =
      keyMissing && use === 'preview'
        ? this.parts.models.withoutKey(draft.root, form.model)
        : found;
    if (checked === null || files.length > 0 || !('modelFor' in source)) {
      const settingsToo = 'problem' in source ? [source.problem] : [];
      return {
        ...draft,
        form,
        problems: [...problems, ...files, ...settingsToo],
        keyMissing: 'keyMissing' in source,
      };
    }
    const start = prepareRun({
      runId: this.parts.shelf.store(draft.root).newRunId(new Date(systemClock.now())),
      brief: checked.brief,
      options: checked.options,
      lenses: checked.lenses,
      perspective: null,
      models: source.names,
      program: this.parts.program,
    });
    const token = crypto.randomUUID();
    const texts = await Promise.all(
      checked.brief.artifacts.map((path) => textOf(vscode.Uri.joinPath(draft.root, path))),
    );
    return {
      token,
      root: draft.root,
      start,
      source,
      preview: previewOf(token, start, source, settings.price, texts),
      agreed: source.hosts.every((host) => this.parts.consents.has(draft.root, host)),
      keyMissing,
    };
  }

  /** The live model, or why there is none: that is shown in the form with everything else. */
  async #source(
    root: vscode.Uri,
    model: string | null,
  ): Promise<ModelSource | { readonly keyMissing: true } | { readonly problem: FormProblem }> {
    try {
      return await this.parts.models.live(root, model);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason === 'no-key') return { keyMissing: true };
      return {
        problem: { field: 'model', index: null, severity: 'error', message: error.message },
      };
    }
  }

  /** Remembers that the person has seen where this folder's prompts go and started. */
  async agree(plan: PlannedRun): Promise<void> {
    for (const host of plan.source.hosts) await this.parts.consents.add(plan.root, host);
  }
}

function warning(field: FormProblem['field'], message: string): FormProblem {
  return { field, index: null, severity: 'warning', message };
}

/** Text of a file for an estimate; empty when there is none. */
async function textOf(uri: vscode.Uri): Promise<string> {
  return vscode.workspace.openTextDocument(uri).then(
    (document) => document.getText(),
    () => '',
  );
}

import * as vscode from 'vscode';
import type { Lens } from '../engine/lens';
import { builtInLenses } from '../engine/roles';
import { prepareRun } from '../engine/build-verify/start';
import type { Recording } from '../models/recording';
import { systemClock } from '../node/system-clock';
import type { LiveRun } from './live-run';
import type { ModelSources } from './model-sources';
import type { Recordings } from './recordings';
import { Refusal } from './refusal';
import type { RunDesk } from './run-desk';
import type { RunShelf } from './run-shelf';
import { t } from './translate';

export interface RecordedExampleParts {
  readonly recordings: Recordings;
  readonly models: ModelSources;
  readonly runs: RunDesk;
  readonly shelf: RunShelf;
  /** Where scratch copies of the sample go; inside the extension's own storage. */
  readonly storage: vscode.Uri;
  readonly program: string;
}

/** Replays a recorded run on a scratch copy of the sample, so that nothing of the person's is touched. */
export class RecordedExample {
  constructor(private readonly parts: RecordedExampleParts) {}

  /** Lets the person choose one of the recordings; null when the list was closed. */
  async choose(): Promise<string | null> {
    const all = await this.parts.recordings.all();
    if (all.length === 0) {
      throw new Refusal('recording', t('No recorded run ships with this build of BVL.'));
    }
    if (all.length === 1) return all[0]?.id ?? null;
    const chosen = await vscode.window.showQuickPick(
      all.map(({ id, recording }) => ({
        label: recording.title,
        description: recording.brief.artifacts.join(', '),
        detail: recording.brief.task,
        id,
      })),
      { title: t('Recorded run to replay') },
    );
    return chosen?.id ?? null;
  }

  /**
   * Copies the sample afresh and replays the recording there.
   * @returns the run; it is called "recorded run" wherever it is shown
   * @throws Refusal when there is no such recording, or it cannot be read
   */
  async run(id: string): Promise<LiveRun | null> {
    const { recording } = await this.parts.recordings.byId(id);
    const root = vscode.Uri.joinPath(this.parts.storage, 'examples', id);
    await this.parts.runs.requireFree(root);
    await this.#copySample(root, recording);
    this.parts.shelf.include(root);
    const source = this.parts.models.recorded(recording);
    const start = prepareRun({
      runId: this.parts.shelf.store(root).newRunId(new Date(systemClock.now())),
      brief: recording.brief,
      options: recording.options,
      lenses: recording.lenses.map(lensNamed),
      perspective: recording.perspective,
      models: source.names,
      program: this.parts.program,
    });
    return this.parts.runs.start(root, start, source);
  }

  /** Counts the scratch folders of earlier replays in, so that their runs are listed. */
  async includeEarlier(): Promise<void> {
    for (const { id } of await this.parts.recordings.all()) {
      this.parts.shelf.include(vscode.Uri.joinPath(this.parts.storage, 'examples', id));
    }
  }

  /** The sample's files and the recording's, as they were at its start; earlier runs there stay. */
  async #copySample(root: vscode.Uri, recording: Recording): Promise<void> {
    const { fs } = vscode.workspace;
    await fs.createDirectory(root);
    await copyTree(this.parts.recordings.sample, root);
    for (const file of recording.files) {
      const target = vscode.Uri.joinPath(root, file.path);
      if (file.hash === null) {
        await fs.delete(target).then(undefined, () => undefined);
      } else if (file.text !== null) {
        await fs.writeFile(target, new TextEncoder().encode(file.text));
      }
    }
  }
}

async function copyTree(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  for (const [name, type] of await vscode.workspace.fs.readDirectory(from)) {
    const [source, target] = [vscode.Uri.joinPath(from, name), vscode.Uri.joinPath(to, name)];
    if (type === vscode.FileType.File) {
      await vscode.workspace.fs.copy(source, target, { overwrite: true });
    } else if (type === vscode.FileType.Directory && name !== 'runs') {
      await vscode.workspace.fs.createDirectory(target);
      await copyTree(source, target);
    }
  }
}

function lensNamed(name: string): Lens {
  const lens = builtInLenses.find((one) => one.name === name);
  if (lens !== undefined) return lens;
  throw new Refusal(
    'recording',
    t('The recording needs the lens "{name}", which is not there.', { name }),
  );
}

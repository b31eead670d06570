import * as vscode from 'vscode';
import type { WelcomeView } from '../protocol/to-panel';
import { activeFile } from './folders';
import { placeFile } from './artifact-path';
import type { KeyStore } from './key-store';
import type { RecordedExample } from './recorded-example';
import type { Recordings } from './recordings';
import { canResume, type RunShelf } from './run-shelf';

export interface WelcomeParts {
  readonly shelf: RunShelf;
  readonly keys: KeyStore;
  readonly recordings: Recordings;
  readonly example: RecordedExample;
}

/** Runs that are listed; older ones are found by the commands. */
const listed = 20;

/** What the panel offers when no run is shown: also without a folder, a key or trust it is a state, never an error. */
export async function welcomeView(parts: WelcomeParts): Promise<WelcomeView> {
  await parts.example.includeEarlier();
  const [runs, recordings, key] = await Promise.all([
    parts.shelf.list(),
    parts.recordings.all(),
    parts.keys.read(),
  ]);
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(
    (folder) => folder.uri.scheme === 'file',
  );
  const active = activeFile();
  const placed =
    active === null
      ? null
      : placeFile(
          folders.map((folder) => ({ path: folder.uri.path })),
          active.path,
        );
  return {
    workspace: folders.length > 0,
    trusted: vscode.workspace.isTrusted,
    keySet: key !== null,
    modelReady: key !== null,
    activeFile: placed?.relative ?? null,
    examples: recordings.map(({ id, recording }) => ({
      id,
      title: recording.title,
      detail: `${recording.brief.task}. ${recording.madeBy}`,
    })),
    runs: runs.slice(0, listed).map((run) => ({
      runId: run.id,
      task: run.task,
      artifacts: [...run.artifacts],
      startedAt: run.startedAt,
      outcome: run.outcome,
      resumable: canResume(run),
    })),
  };
}

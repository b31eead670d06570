import type * as vscode from 'vscode';

/** Names a run: its id, and the folder whose `.bvl/runs` holds it. */
export interface RunRef {
  readonly root: vscode.Uri;
  readonly runId: string;
}

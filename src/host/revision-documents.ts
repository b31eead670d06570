import * as vscode from 'vscode';
import type { FileRef } from '../engine/build-verify/events';
import { Disposable } from '../util/disposable';
import { revisionScheme } from './contributions';

/**
 * URI of a read-only document with one revision of one file. The path is the file's own, so that the tab, the language and the icon are
 * right for any characters in it.
 * @param shownAs what it is shown as: the same text under another title is another document, because a tab keeps its first title
 */
export function revisionUri(
  root: vscode.Uri,
  runId: string,
  file: FileRef,
  shownAs: string,
): vscode.Uri {
  const { path, hash, size } = file;
  const query = JSON.stringify({ root: root.toString(), runId, path, hash, size, shownAs });
  return vscode.Uri.from({ scheme: revisionScheme, path: `/${path}`, query });
}

/** The same text under a name of its own, such as `plan.md (round 3)`, so that its tab is not taken for the file's. */
export function namedRevision(uri: vscode.Uri, words: string): vscode.Uri {
  return uri.with({ path: `${uri.path} (${words})` });
}

/** Shows snapshots of runs as read-only documents. */
export class RevisionDocuments extends Disposable implements vscode.TextDocumentContentProvider {
  constructor(
    private readonly read: (root: vscode.Uri, runId: string, file: FileRef) => Promise<string>,
  ) {
    super();
    this.own(vscode.workspace.registerTextDocumentContentProvider(revisionScheme, this));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query: unknown = JSON.parse(uri.query);
    if (!isRevisionQuery(query)) return '';
    if (query.hash === null) return '';
    const file = { path: query.path, hash: query.hash, size: query.size };
    return this.read(vscode.Uri.parse(query.root, true), query.runId, file);
  }
}

interface RevisionQuery {
  readonly root: string;
  readonly runId: string;
  /** The file's own path; the URI's is the one that is shown. */
  readonly path: string;
  readonly hash: string | null;
  readonly size: number;
}

function isRevisionQuery(value: unknown): value is RevisionQuery {
  if (typeof value !== 'object' || value === null) return false;
  const { root, runId, path, hash, size } = value as Record<string, unknown>;
  return (
    typeof root === 'string' &&
    typeof runId === 'string' &&
    typeof path === 'string' &&
    (hash === null || typeof hash === 'string') &&
    typeof size === 'number'
  );
}

import * as vscode from 'vscode';
import { placeFile } from './artifact-path';
import { Refusal } from './refusal';
import { t } from './translate';

/** A file of a workspace folder, as a brief names it. The folder is the root of everything (field-notes.md row 21). */
export interface PlacedFile {
  readonly root: vscode.Uri;
  /** Relative to the root, with `/`. */
  readonly path: string;
}

/**
 * Places files in their workspace folder; all have to be in the same one.
 * @throws Refusal that says why a file cannot be an artifact: no folder open, not on a disk, outside, a folder
 */
export async function placeFiles(uris: readonly vscode.Uri[]): Promise<readonly PlacedFile[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new Refusal(
      'no-workspace',
      t('Open a folder first: a run keeps its history beside your files.'),
      { label: t('Open Folder…'), command: 'workbench.action.files.openFolder' },
    );
  }
  const placed: PlacedFile[] = [];
  for (const uri of uris) placed.push(await placeOne(folders, uri));
  const roots = new Set(placed.map((file) => file.root.toString()));
  if (roots.size > 1) {
    throw new Refusal(
      'several-folders',
      t(
        'These files are in different workspace folders. A run works in one: choose files of one folder.',
      ),
    );
  }
  return placed;
}

async function placeOne(
  folders: readonly vscode.WorkspaceFolder[],
  uri: vscode.Uri,
): Promise<PlacedFile> {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  if (uri.scheme === 'untitled') {
    throw new Refusal('not-a-file', t('Save {name} as a file of the workspace first.', { name }));
  }
  if (uri.scheme !== 'file') {
    throw new Refusal(
      'not-a-file',
      t('{name} is not a file on a disk. Open the file itself and start again.', { name }),
    );
  }
  const located = placeFile(
    folders
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => ({ path: folder.uri.path, uri: folder.uri })),
    uri.path,
  );
  const isFolder = await vscode.workspace.fs.stat(uri).then(
    (stat) => (stat.type & vscode.FileType.Directory) !== 0,
    () => false,
  );
  if (isFolder) throw new Refusal('folder', t('{name} is a folder. Choose a file.', { name }));
  if (located === null) {
    throw new Refusal(
      'outside',
      t('{name} is outside the workspace. Open its folder and start again.', { name }),
    );
  }
  return { root: located.folder.uri, path: located.relative };
}

/** The file in the active editor that "Verify" would take; null: none, or none on a disk. */
export function activeFile(): vscode.Uri | null {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    vscode.window.activeTextEditor?.document.uri ??
    (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
      ? input.uri
      : undefined);
  return uri?.scheme === 'file' ? uri : null;
}

/** What a folder is called in a message; its name in the workspace. */
export function folderName(root: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(root)?.name ?? root.path.split('/').at(-1) ?? '';
}

/** @throws Refusal in a workspace that the person has not trusted: a run sends its files to a model and rewrites them */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Refusal(
    'untrusted',
    t(
      'This workspace is in Restricted Mode. A run sends files to a model and rewrites them: trust the workspace first.',
    ),
    { label: t('Manage Trust…'), command: 'workbench.trust.manage' },
  );
}

/** The first workspace folder on a disk. @throws Refusal when none is open */
export function firstFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find((one) => one.uri.scheme === 'file');
  if (folder !== undefined) return folder.uri;
  throw new Refusal(
    'no-workspace',
    t('Open a folder first: a run keeps its history beside your files.'),
    { label: t('Open Folder…'), command: 'workbench.action.files.openFolder' },
  );
}

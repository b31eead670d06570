/*
 * Which workspace folder a file belongs to, and what it is called in a brief. Pure, so that it can be tested without an editor.
 */

/** A workspace folder, as much of it as placing a file needs. */
export interface FolderPath {
  /** URI path of the folder, decoded, without a slash at the end (`/home/a/project`). */
  readonly path: string;
}

/**
 * The folder that holds `filePath`: the innermost one when folders are nested (field-notes.md row 21).
 * @returns the folder and the file's path relative to it with `/`, or null when the file is outside all of them or is a folder itself.
 */
export function placeFile<Folder extends FolderPath>(
  folders: readonly Folder[],
  filePath: string,
): { readonly folder: Folder; readonly relative: string } | null {
  let best: Folder | null = null;
  for (const folder of folders) {
    const root = withoutSlash(folder.path);
    if (!filePath.startsWith(`${root}/`)) continue;
    if (best === null || root.length > withoutSlash(best.path).length) best = folder;
  }
  if (best === null) return null;
  const relative = filePath.slice(withoutSlash(best.path).length + 1);
  return relative === '' ? null : { folder: best, relative };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

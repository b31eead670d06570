import type { FileRef } from '../engine/build-verify/events';
import type { PublishResult, Workspace } from '../engine/ports';

/** Unsaved text of the artifact's files in the editor's buffers. */
export interface UnsavedText {
  /** Of `paths`, those with unsaved changes now. */
  unsaved(paths: readonly string[]): readonly string[];
  /** The bytes that saving `path` would write now, before anything that changes text on saving. */
  bytes(path: string): Promise<Uint8Array>;
  /** @returns false when it could not be saved (the disk has a newer text, the disk is full). */
  save(path: string): Promise<boolean>;
}

/**
 * A workspace that knows of unsaved text: at publishing a dirty buffer counts as what is on disk (design.md, "The artifact is the
 * person's file"; field-notes.md row 1). Text that is neither what the run expects nor its result is a conflict, with the unsaved text
 * kept as a snapshot.
 * @param keep stores bytes as a snapshot of the run
 */
export function guardWorkspace(
  inner: Workspace,
  buffers: UnsavedText,
  keep: (path: string, bytes: Uint8Array) => Promise<FileRef>,
): Workspace {
  /** What the person was last asked about: the answer "take the run's" holds for that text and for no newer one. */
  let asked: readonly FileRef[] | null = null;
  const conflict = (found: readonly FileRef[]): PublishResult => {
    asked = found;
    return { kind: 'conflict', found: [...found] };
  };
  const publish = async (
    target: readonly FileRef[],
    given: readonly FileRef[] | null,
  ): Promise<PublishResult> => {
    const expected = given ?? asked;
    const dirty = buffers.unsaved(target.map((file) => file.path));
    const unsaved = new Map<string, FileRef>();
    for (const path of dirty) unsaved.set(path, await keep(path, await buffers.bytes(path)));
    const known = [...unsaved.values()].every(
      (file) =>
        expected === null ||
        hashOf(expected, file.path) === file.hash ||
        hashOf(target, file.path) === file.hash,
    );
    if (!known) return conflict(await onTop(inner, target, unsaved));
    const stuck: string[] = [];
    for (const path of dirty) if (!(await buffers.save(path))) stuck.push(path);
    // What cannot be saved stays in its buffer; only a person who was asked about it may go over the file below.
    if (stuck.length > 0 && given !== null) return conflict(await onTop(inner, target, unsaved));
    const now =
      expected === null || stuck.length > 0 ? null : await refreshed(inner, expected, dirty);
    const result = await inner.publish(target, now);
    return result.kind === 'conflict' ? conflict(result.found) : result;
  };
  return {
    snapshot: (paths) => inner.snapshot(paths),
    text: (file) => inner.text(file),
    view: (files) => inner.view(files),
    stage: (files) => inner.stage(files),
    publish,
  };
}

/** What is there now: the unsaved text where there is some, else the disk. */
async function onTop(
  inner: Workspace,
  target: readonly FileRef[],
  unsaved: ReadonlyMap<string, FileRef>,
): Promise<FileRef[]> {
  const disk = await inner.snapshot(target.map((file) => file.path));
  return disk.map((file) => unsaved.get(file.path) ?? file);
}

/** The expected files, with those just saved as they are on disk now (a formatter may have had its part; field-notes.md row 24). */
async function refreshed(
  inner: Workspace,
  expected: readonly FileRef[],
  saved: readonly string[],
): Promise<FileRef[]> {
  const disk = await inner.snapshot([...saved]);
  return expected.map((file) => disk.find((now) => now.path === file.path) ?? file);
}

function hashOf(files: readonly FileRef[], path: string): string | null | undefined {
  return files.find((file) => file.path === path)?.hash;
}

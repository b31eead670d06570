import { structuredPatch } from 'diff';
import type { FileRef } from '../engine/build-verify/events';
import type { RunStep } from '../engine/runner';

/** Milliseconds a count may take; a larger change is shown without one. */
const patience = 1_500;

/**
 * How many lines a revision added and took away, as `+12 -3`; null for any other event, and for what takes too long to compare.
 * @param text of a snapshot of the run
 */
export async function lineCounts(
  { event, state }: RunStep,
  text: (file: FileRef) => Promise<string>,
): Promise<string | null> {
  if (event.type !== 'revision' || !event.changed) return null;
  const before = state.revisions.at(-2)?.files ?? [];
  let added = 0;
  let removed = 0;
  for (const file of event.files) {
    const old = before.find(({ path }) => path === file.path);
    if (old?.hash === file.hash) continue;
    const oldText = old === undefined ? '' : await text(old);
    const patch = structuredPatch('', '', oldText, await text(file), undefined, undefined, {
      context: 0,
      timeout: patience,
    });
    if (patch === undefined) return null;
    const lines = patch.hunks.flatMap((hunk) => hunk.lines);
    added += lines.filter((line) => line.startsWith('+')).length;
    removed += lines.filter((line) => line.startsWith('-')).length;
  }
  return `+${added} -${removed}`;
}

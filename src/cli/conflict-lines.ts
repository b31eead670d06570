import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { FileRef } from '../engine/build-verify/events';
import { restorableFiles } from '../engine/build-verify/queries';
import type { RunState } from '../engine/build-verify/run-state';
import { diffLines } from './diff-lines';
import type { Terminal } from './terminal';

/** Both sides of a conflict against the text they started from: what is on disk now, and what the run would write. */
export async function conflictLines(
  prompt: DecisionPrompt,
  state: RunState,
  terminal: Terminal,
  text: (file: FileRef) => Promise<string>,
): Promise<string[]> {
  const last = state.revisions.at(-1)?.files ?? [];
  const against = (after: readonly FileRef[]): Promise<string[]> =>
    diffLines({ before: last, after, text, style: terminal.style, terminal: true });
  const wanted =
    state.restoring === null
      ? (state.rounds.at(-1)?.staged ?? last)
      : (restorableFiles(state, state.restoring) ?? last);
  return [
    ...titled('On disk now, against what the run last saw:', await against(prompt.found)),
    ...titled("The run's text, against what it last saw:", await against(wanted)),
  ];
}

function titled(title: string, lines: readonly string[]): string[] {
  return ['', title, ...(lines.length === 0 ? ['(no difference)'] : lines)];
}

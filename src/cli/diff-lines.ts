import { structuredPatch } from 'diff';
import type { FileRef } from '../engine/build-verify/events';
import type { TextStyle } from './text-style';
import { visibleCode, visibleLine } from './visible-text';

/** Milliseconds after which two texts count as too different to be compared line by line. */
const patience = 10_000;

export interface DiffInit {
  readonly before: readonly FileRef[];
  readonly after: readonly FileRef[];
  readonly text: (file: FileRef) => Promise<string>;
  readonly style: TextStyle;
  /** On a terminal what is in the texts is shown; in a pipe the lines are exactly what they are. */
  readonly terminal: boolean;
}

/** A unified diff of two revisions, file by file; no lines when nothing differs. */
export async function diffLines(init: DiffInit): Promise<string[]> {
  const paths = [...new Set([...init.before, ...init.after].map(({ path }) => path))];
  const lines: string[] = [];
  for (const path of paths) {
    const before = init.before.find((file) => file.path === path);
    const after = init.after.find((file) => file.path === path);
    if ((before?.hash ?? null) !== (after?.hash ?? null))
      lines.push(...(await fileLines(path, before, after, init)));
  }
  return lines;
}

async function fileLines(
  path: string,
  before: FileRef | undefined,
  after: FileRef | undefined,
  init: DiffInit,
): Promise<string[]> {
  const { style } = init;
  const oldText = before === undefined ? '' : await init.text(before);
  const newText = after === undefined ? '' : await init.text(after);
  const name = visibleLine(path);
  const head = [
    style.bold(`--- ${(before?.hash ?? null) === null ? '/dev/null' : `a/${name}`}`),
    style.bold(`+++ ${(after?.hash ?? null) === null ? '/dev/null' : `b/${name}`}`),
  ];
  if (oldText === newText) return [...head, style.dim('(only bytes outside the text differ)')];
  const patch = structuredPatch(path, path, oldText, newText, undefined, undefined, {
    context: 3,
    timeout: patience,
  });
  if (patch === undefined) return [...head, style.dim('(too different to compare line by line)')];
  const show = (line: string): string => (init.terminal ? visibleCode(line) : line);
  return [
    ...head,
    ...patch.hunks.flatMap((hunk) => [
      style.blue(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`),
      ...hunk.lines.map((line) => colour(show(line), style)),
    ]),
  ];
}

function colour(line: string, style: TextStyle): string {
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line;
}

import type { FileRef } from '../engine/build-verify/events';
import type { Revision, RunState } from '../engine/build-verify/run-state';
import { restorableFiles } from '../engine/build-verify/queries';
import type { TextSide } from '../protocol/from-panel';

/** The files that one side of a comparison shows; `disk`: as they are now; null: the run has no such text. */
export function filesOfSide(state: RunState, side: TextSide): readonly FileRef[] | 'disk' | null {
  switch (side.kind) {
    case 'disk':
      return 'disk';
    case 'start':
      return state.revisions[0]?.files ?? null;
    case 'latest':
      return lastMade(state)?.files ?? null;
    case 'round':
      return restorableFiles(state, side.round);
    case 'before':
      return beforeRound(state, side.round)?.files ?? null;
    case 'unfinished':
      return state.rounds.find((round) => round.number === side.round)?.unfinished ?? null;
  }
}

/** The last text that the run's rounds made: a text that was put back afterwards is not it. */
function lastMade(state: RunState): Revision | undefined {
  return state.revisions.findLast((revision) => revision.origin !== 'restore');
}

/** What the Implementor of `round` began with: the revision before the one it published, else the last one. */
function beforeRound(state: RunState, round: number): Revision | undefined {
  const published = state.revisions.findLastIndex(
    (revision) => revision.round === round && revision.origin === 'implementor',
  );
  return published > 0 ? state.revisions[published - 1] : state.revisions.at(-1);
}

/** The rounds of a run whose text can be shown or put back, newest first, with the start last. */
export function restorableRounds(state: RunState): number[] {
  const rounds = state.rounds.map((round) => round.number).filter((number) => number > 0);
  return [
    ...rounds.filter((round) => filesOfSide(state, { kind: 'round', round }) !== null),
    0,
  ].toSorted((a, b) => b - a);
}

/** The texts of a run that can be put back: each round's, what a round left unfinished, the start. */
export function restorableSides(state: RunState): TextSide[] {
  return [
    ...state.rounds
      .filter((round) => round.unfinished !== null)
      .map(({ number }): TextSide => ({ kind: 'unfinished', round: number }))
      .toReversed(),
    ...restorableRounds(state).map((round): TextSide =>
      round === 0 ? { kind: 'start' } : { kind: 'round', round },
    ),
  ];
}

/** The texts that can stand on a side of a comparison, for the person to choose from; `other` is on the other side already. */
export function comparableSides(state: RunState, other: TextSide | null = null): TextSide[] {
  const all: TextSide[] = [{ kind: 'latest' }, { kind: 'disk' }, ...restorableSides(state)];
  return all.filter((side) => JSON.stringify(side) !== JSON.stringify(other));
}

/** One file of a comparison: its snapshot on either side; null: the file is absent there. */
export interface ComparedFile {
  readonly path: string;
  readonly from: FileRef | 'disk' | null;
  readonly to: FileRef | 'disk' | null;
}

/**
 * Puts two sides together, file by file in the brief's order. Files that are equal on both sides are left out, unless all are.
 */
export function compareSides(
  paths: readonly string[],
  from: readonly FileRef[] | 'disk',
  to: readonly FileRef[] | 'disk',
): ComparedFile[] {
  const files = paths.map((path) => ({ path, from: pick(from, path), to: pick(to, path) }));
  const changed = files.filter((file) => !same(file.from, file.to));
  return changed.length > 0 ? changed : files;
}

function pick(side: readonly FileRef[] | 'disk', path: string): ComparedFile['from'] {
  return side === 'disk' ? 'disk' : (side.find((file) => file.path === path) ?? null);
}

function same(from: ComparedFile['from'], to: ComparedFile['to']): boolean {
  if (from === 'disk' || to === 'disk') return false;
  return (from?.hash ?? null) === (to?.hash ?? null);
}

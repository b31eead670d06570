import { advanceOrigins, changedByRound, type LineOrigins } from './changed-text';
import type { EventBody, EvidenceCheck, FileRef } from './build-verify/events';
import { criticReplies, findRound, pendingScope } from './build-verify/queries';
import type { RunState } from './build-verify/run-state';
import type { Workspace } from './ports';
import { checkEvidence } from './quote';

/**
 * Looks for the evidence of a round's findings in the text its Critics audited, and for the round that last changed each place
 * (build-verify.md, host checks; rulings 16, 18, 25). Keeps the line origins of the revisions it has seen, so that a round costs
 * one diff.
 */
export class EvidenceChecker {
  private seen = 0;
  private readonly current = new Map<string, LineOrigins>();
  private readonly byContent = new Map<string, LineOrigins>();

  constructor(private readonly workspace: Workspace) {}

  async check(state: RunState, number: number): Promise<Extract<EventBody, { type: 'evidence' }>> {
    await this.follow(state);
    const round = findRound(state, number);
    const refs = state.revisions.at(-1)?.files ?? [];
    const files = await Promise.all(
      refs.map(async (file) => ({ path: file.path, text: await this.workspace.text(file) })),
    );
    const checks = (round === undefined ? [] : criticReplies(round)).flatMap(({ lens, verdict }) =>
      verdict.kind === 'findings' ? checkEvidence(lens, verdict.findings, files) : [],
    );
    const gone = this.goneScope(state, number, files);
    return {
      type: 'evidence',
      round: number,
      checks: checks.map((check) => this.withOrigin(check)),
      gone,
    };
  }

  private withOrigin(check: EvidenceCheck): EvidenceCheck {
    const place = check.places[0];
    const origins = place === undefined ? undefined : this.current.get(place.path);
    if (place === undefined || origins === undefined) return check;
    return { ...check, changedBy: changedByRound(origins, place.from, place.to) };
  }

  /** Undecided scope-creep findings of earlier rounds whose quote was there and is not any more. */
  private goneScope(
    state: RunState,
    number: number,
    files: readonly { readonly path: string; readonly text: string }[],
  ): string[] {
    const round = findRound(state, number);
    if (round === undefined) return [];
    const earlier = pendingScope(state, round).filter(
      (one) => one.round !== number && one.check?.result === 'located',
    );
    if (earlier.length === 0) return [];
    const checks = checkEvidence(
      '',
      earlier.map((one) => ({ ...one, tagOffset: 0 })),
      files,
    );
    return earlier.filter((_, index) => checks[index]?.result !== 'located').map((one) => one.key);
  }

  private async follow(state: RunState): Promise<void> {
    for (; this.seen < state.revisions.length; this.seen += 1) {
      const revision = state.revisions[this.seen];
      if (revision === undefined) return;
      const before = state.revisions[this.seen - 1]?.files ?? [];
      for (const file of revision.files) {
        const old = before.find((one) => one.path === file.path);
        await this.advance(file, old, revision.origin, revision.round);
      }
    }
  }

  private async advance(
    file: FileRef,
    old: FileRef | undefined,
    origin: RunState['revisions'][number]['origin'],
    round: number,
  ): Promise<void> {
    const key = `${file.path}\0${file.hash ?? ''}`;
    if (old !== undefined && old.hash === file.hash) return;
    // A restored text has the origins it had; what the person wrote belongs to no round's fixes.
    const known = origin === 'restore' ? this.byContent.get(key) : undefined;
    const origins =
      known ??
      (origin === 'start'
        ? (await this.workspace.text(file)).split('\n').map(() => null)
        : advanceOrigins(
            this.current.get(file.path) ?? [],
            old === undefined ? '' : await this.workspace.text(old),
            await this.workspace.text(file),
            origin === 'person' ? 0 : round,
          ));
    this.current.set(file.path, origins);
    this.byContent.set(key, origins);
  }
}

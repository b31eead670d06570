import type { PanelModel } from './model';
import { outcomeWords, promptTitle } from './words';
import type { Say } from './text';

/**
 * What a screen reader is told between two states of the panel: the result of a round, a decision that waits, the outcome; never
 * progress. Null: nothing.
 */
export function announcement(before: PanelModel, after: PanelModel, say: Say): string | null {
  const { run } = after;
  if (run === null || run === before.run || before.run?.runId !== run.runId) return null;
  if (run.ended !== null && before.run.ended === null) return outcomeWords(run, say);
  const lines: string[] = [];
  const done = new Set(
    before.run.rounds.filter((round) => round.complete).map((round) => round.number),
  );
  for (const round of run.rounds) {
    if (!round.complete || done.has(round.number)) continue;
    const counts = say('countsLine', { ...round.counts });
    lines.push(
      round.number === 0
        ? say('announceBaseline', { counts })
        : say('announceRound', { round: round.number, counts }),
    );
  }
  if (run.prompt !== null && run.prompt.id !== before.run.prompt?.id) {
    lines.push(say('announceDecision', { what: promptTitle(run.prompt.kind, say) }));
  }
  return lines.length === 0 ? null : lines.join('. ');
}

import type { RunEvent } from '../engine/build-verify/events';
import { findingsOf, findRound } from '../engine/build-verify/queries';
import type { RunState } from '../engine/build-verify/run-state';
import type { RunStep } from '../engine/runner';
import { countSeverities } from '../engine/fold-text';
import { assertNever } from '../util/assert-never';
import { budgetName, choiceWords } from './choice-words';
import {
  answerLines,
  countWords,
  findingLines,
  findingName,
  labelled,
  wrapped,
  type Layout,
} from './finding-lines';
import { clockWords, costWords, countOf, tokensOf, tokenWords } from './number-words';
import { isReplay } from './replay';
import { padToWidth } from './text-width';
import { visibleLine, visibleText } from './visible-text';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/**
 * The lasting lines for one event of a run; none for what only the journal needs.
 * @param counts of a revision's lines, where they are known
 */
export function eventLines(step: RunStep, layout: Layout, counts: string | null = null): string[] {
  const { event, state } = step;
  switch (event.type) {
    case 'run.started':
      return startLines(event, layout);
    case 'call':
      return callLines(event, state, layout);
    case 'revision':
      return revisionLines(event, layout, counts);
    case 'evidence':
      return findingsOf(state, event.round).flatMap((finding) => findingLines(finding, layout));
    case 'decision':
      return labelled(
        'Decision'.padEnd(12),
        visibleText(choiceWords(event.choice, namesIn(state))),
        layout,
      );
    case 'conflict':
      return wrapped('The artifact was changed from outside; nothing was overwritten.', layout, 2);
    case 'interrupted':
      return wrapped(
        event.by === 'person' ? 'Stopped.' : `The budget of ${budgetName(event.by)} is spent.`,
        layout,
        2,
      );
    case 'notice':
      return labelled('Note'.padEnd(12), visibleText(event.text), layout);
    case 'start.snapshot':
    case 'run.resumed':
    case 'run.ended':
      return [];
    default:
      return assertNever(event, 'event');
  }
}

/** `Round 2 of 5`, with its drift tag once that is known. */
export function roundTitle(round: number, state: RunState): string {
  if (state.options.mode === 'audit') return 'Audit';
  return round === 0 ? 'Baseline audit' : `Round ${round} of ${state.cap}`;
}

/** Names of findings by key, as a person knows them: with the round when it is not the newest. */
function namesIn(state: RunState): (key: string) => string {
  const all = state.rounds.flatMap(({ number }) => findingsOf(state, number));
  return (key) => {
    const finding = all.find((one) => one.key === key);
    if (finding === undefined) return key;
    const round = finding.round === 0 ? 'baseline' : `round ${finding.round}`;
    return `${findingName(finding)} (${round})`;
  };
}

function startLines(event: EventOf<'run.started'>, layout: Layout): string[] {
  const { brief, options } = event;
  const field = (label: string, text: string): string[] =>
    labelled(label.padEnd(9), visibleLine(text), layout);
  const models = [...new Set(Object.values(event.models))].join(', ');
  const { tokens, cost, seconds } = options.budget;
  const limits = [
    ...(options.mode === 'audit'
      ? []
      : [
          `cap ${countOf(options.cap, 'round')}`,
          options.cleanRounds === 1
            ? 'the first clean round ends it'
            : `${options.cleanRounds} clean rounds in a row end it`,
        ]),
    ...(tokens === null ? [] : [`at most ${tokenWords(tokens)}`]),
    ...(cost === null ? [] : [`at most ${costWords(cost)}`]),
    ...(seconds === null ? [] : [`at most ${countOf(seconds, 'second')}`]),
  ];
  return [
    layout.style.bold(`${options.mode === 'audit' ? 'Audit' : 'Run'} ${event.runId}`),
    ...field('Task', brief.task),
    ...brief.artifacts.flatMap((path) => field('Artifact', path)),
    ...field('Criteria', String(brief.criteria.length)),
    ...field('Critics', event.critics.map(({ lens }) => lens).join(', ')),
    ...field('Model', models),
    ...(limits.length === 0 ? [] : field('Limits', limits.join(', '))),
  ];
}

function callLines(event: EventOf<'call'>, state: RunState, layout: Layout): string[] {
  if (event.outcome.kind === 'cancelled') return [];
  const tokens = tokensOf(event.usage);
  const figures = [
    ...(isReplay(state) ? [] : [clockWords(event.duration)]),
    ...(tokens === 0
      ? []
      : [`${event.usage?.estimated === true ? 'about ' : ''}${tokenWords(tokens)}`]),
    ...(event.attempt > 1 ? [`attempt ${event.attempt}`] : []),
  ].join(', ');
  const line = (who: string, result: string): string[] =>
    wrapped(
      figures === '' ? result : `${result} (${figures})`,
      layout,
      15,
      `  ${padToWidth(visibleLine(who), 12)} `,
    );
  switch (event.role) {
    case 'implementor':
      return [
        ...line('Implementor', implementorWords(event, state)),
        ...disputes(event, state, layout),
      ];
    case 'critic':
      return line(event.lens ?? 'critic', criticWords(event, state));
    case 'judge-repeat':
      return line(
        'Same again?',
        judgeWords(event, findRound(state, event.round)?.repeats ?? 'unsure'),
      );
    case 'judge-pairing':
      return line('New HIGH?', judgeWords(event, pairingWords(event, state)));
    default:
      return assertNever(event.role, 'role');
  }
}

/** What became of a call that gave no usable reply; null when it gave one. */
function trouble(event: EventOf<'call'>): string | null {
  const { outcome } = event;
  switch (outcome.kind) {
    case 'ok':
      return null;
    case 'refused':
      return `refused: ${visibleLine(outcome.why)}`;
    case 'cut-off':
      return `cut off: ${visibleLine(outcome.why)}`;
    case 'failed':
      return `failed: ${visibleLine(outcome.why)}`;
    case 'cancelled':
      return 'stopped';
    default:
      return assertNever(outcome, 'outcome');
  }
}

function implementorWords(event: EventOf<'call'>, state: RunState): string {
  const verdict = findRound(state, event.round)?.implementor.at(-1)?.verdict;
  const failed = trouble(event);
  if (failed !== null || verdict === undefined) return failed ?? '';
  switch (verdict.kind) {
    case 'blocked':
      return `blocked: ${visibleLine(verdict.reason)}`;
    case 'invalid':
      return `no usable reply: ${visibleLine(verdict.why)}`;
    case 'done': {
      const count = (kind: string): number =>
        verdict.answers.filter(({ answer }) => answer === kind).length;
      const parts = [
        ...['addressed', 'disputed', 'deferred'].map((kind) => [count(kind), kind] as const),
        [verdict.unanswered.length, 'unanswered'] as const,
      ].flatMap(([number, kind]) => (number === 0 ? [] : [`${number} ${kind}`]));
      return parts.length === 0 ? 'done' : `done: ${parts.join(', ')}`;
    }
    default:
      return assertNever(verdict, 'verdict');
  }
}

/** The findings that were not simply addressed: a person wants to see why. */
function disputes(event: EventOf<'call'>, state: RunState, layout: Layout): string[] {
  const round = findRound(state, event.round);
  if (round?.implementorStatus !== 'done' || round.givenBy === null) return [];
  return findingsOf(state, round.givenBy)
    .filter(({ answer }) => answer !== null && answer.kind !== 'addressed')
    .flatMap((finding) => answerLines(finding, layout));
}

function criticWords(event: EventOf<'call'>, state: RunState): string {
  const failed = trouble(event);
  if (failed !== null) return failed;
  const critic = findRound(state, event.round)?.critics.find(({ lens }) => lens === event.lens);
  const verdict = critic?.calls.at(-1)?.verdict;
  switch (verdict?.kind) {
    case undefined:
      return '';
    case 'clean':
      return 'no findings';
    case 'blocked':
      return `blocked: ${visibleLine(verdict.reason)}`;
    case 'invalid':
      return `no usable reply: ${visibleLine(verdict.why)}`;
    case 'findings':
      return countWords(countSeverities(verdict.findings));
  }
}

function judgeWords(event: EventOf<'call'>, answer: string): string {
  return trouble(event) ?? answer;
}

function pairingWords(event: EventOf<'call'>, state: RunState): string {
  const round = findRound(state, event.round);
  if (round?.pairing?.kind !== 'known') return 'unknown';
  const fresh = round.counts.high - round.pairing.pairs.length;
  const drift = round.drift === null ? '' : `; drift from R${round.drift.from} fixes`;
  return `${fresh} of ${countOf(round.counts.high, 'HIGH finding')} new${drift}`;
}

function revisionLines(
  event: EventOf<'revision'>,
  layout: Layout,
  counts: string | null,
): string[] {
  const names = event.files
    .map(({ path, hash }) => (hash === null ? `${visibleLine(path)} (absent)` : visibleLine(path)))
    .join(', ');
  switch (event.origin) {
    case 'implementor':
      return event.changed
        ? labelled(
            'Revised'.padEnd(12),
            counts === null ? names : `${names} (${counts} lines)`,
            layout,
          )
        : labelled('Revised'.padEnd(12), 'nothing: the artifact is as it was', layout);
    case 'person':
      return labelled('Your text'.padEnd(12), `${names} stays as it is on disk`, layout);
    case 'restore':
      return labelled('Restored'.padEnd(12), `${names} ${restoredWords(event)}`, layout);
    default:
      return assertNever(event.origin, 'origin');
  }
}

function restoredWords(event: EventOf<'revision'>): string {
  const { restoredRound } = event;
  if (restoredRound === null) return 'to a text that no Critic has seen';
  return restoredRound === 0 ? 'as of the start' : `as of round ${restoredRound}`;
}

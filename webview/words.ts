import { assertNever } from '../src/util/assert-never';
import type { PanelString } from '../src/protocol/strings';
import type {
  FindingView,
  OfferKind,
  OutcomeView,
  PanelView,
  PhaseView,
  PromptKindView,
  PromptView,
} from '../src/protocol/views';
import type { Choice } from './choices';
import type { Say } from './text';

/** How a run ended. Only `success` reads as success. */
export function outcomeWords(run: PanelView, say: Say): string {
  const outcome = run.ended?.outcome;
  if (outcome === undefined) return '';
  if (outcome !== 'success') return say(outcomes[outcome]);
  const clean = cleanRoundsAtEnd(run);
  return clean > 1 ? say('outcomeSuccess', { count: clean }) : say('outcomeSuccessOne');
}

const outcomes = {
  'success-with-residual': 'outcomeResidual',
  blocked: 'outcomeBlocked',
  'escalated: disagreement': 'outcomeDisagreement',
  'escalated: churn': 'outcomeChurn',
  'escalated: stalled': 'outcomeStalled',
  'escalated: cap': 'outcomeCap',
  'escalated: budget': 'outcomeBudget',
  'escalated: stopped': 'outcomeStopped',
  'escalated: invalid report': 'outcomeInvalid',
  'escalated: model failure': 'outcomeFailure',
  'escalated: decisions needed': 'outcomeUndecided',
  audited: 'outcomeAudited',
} as const satisfies Record<Exclude<OutcomeView, 'success'>, PanelString>;

/** Codicon and colour class of an outcome. */
export function outcomeIcon(outcome: OutcomeView): {
  readonly icon: string;
  readonly tone: string;
} {
  if (outcome === 'success') return { icon: 'pass', tone: 'good' };
  if (outcome === 'audited') return { icon: 'checklist', tone: 'plain' };
  if (outcome === 'escalated: stopped') return { icon: 'debug-stop', tone: 'plain' };
  if (outcome === 'success-with-residual') return { icon: 'info', tone: 'low' };
  return { icon: outcome === 'blocked' ? 'circle-slash' : 'warning', tone: 'medium' };
}

function cleanRoundsAtEnd(run: PanelView): number {
  const rounds = run.rounds.filter((round) => round.number > 0);
  const dirty = rounds.findLastIndex((round) => !round.complete || round.total > 0);
  return rounds.length - 1 - dirty;
}

export function roundName(run: PanelView, round: number, say: Say): string {
  if (run.mode === 'audit') return say('auditRound');
  return round === 0 ? say('roundBaseline') : say('round', { round });
}

/** `Round 2 / 8 (raised from 5)` (rulings 9). */
export function roundProgress(run: PanelView, say: Say): string {
  const round = run.phase?.round ?? run.round;
  if (run.mode === 'audit' || round === 0) return roundName(run, 0, say);
  return run.cap === run.firstCap
    ? say('roundOf', { round, cap: run.cap })
    : say('roundRaised', { round, cap: run.cap, first: run.firstCap });
}

export function phaseWords(phase: PhaseView, critics: number, say: Say): string {
  switch (phase.kind) {
    case 'implementor':
      return say('phaseImplementor');
    case 'critics':
      return say(critics === 1 ? 'phaseCritic' : 'phaseCritics');
    case 'between':
      return say('phaseBetween');
    case 'waiting':
      return say('phaseWaiting');
    default:
      return assertNever(phase.kind);
  }
}

export function interruptedWords(run: PanelView, say: Say): string {
  const at = run.interrupted;
  if (at === null) return '';
  if (at.phase === 'waiting') return `${roundProgress(run, say)} · ${say('phaseWaiting')}`;
  if (at.round === 0) return say('interruptedBaseline');
  const phases = {
    implementor: 'interruptedImplementor',
    critics: 'interruptedCritics',
    between: 'interruptedBetween',
  } as const;
  return say('interruptedIn', { round: at.round, phase: say(phases[at.phase]) });
}

const promptTitles = {
  blocked: 'promptBlocked',
  incomplete: 'promptIncomplete',
  disagreement: 'promptDisagreement',
  residual: 'promptResidual',
  churn: 'promptChurn',
  stalled: 'promptStalled',
  cap: 'promptCap',
  budget: 'promptBudget',
  scope: 'promptScope',
  conflict: 'promptConflict',
} as const satisfies Record<PromptKindView, PanelString>;

export function promptTitle(kind: PromptKindView, say: Say): string {
  return say(promptTitles[kind]);
}

/** The fact that made the prompt come, in one sentence. */
export function promptWhy(prompt: PromptView, say: Say): string {
  switch (prompt.kind) {
    case 'blocked':
      return say('whyBlocked');
    case 'incomplete':
      return say('whyIncomplete');
    case 'disagreement':
      return say('whyDisagreement');
    case 'residual':
      return say('whyResidual');
    case 'churn':
      return say('whyChurn');
    case 'stalled':
      return say('whyStalled');
    case 'cap':
      return say('whyCap', { cap: prompt.cap });
    case 'budget':
      return prompt.spent === null ? say('whyStopped') : promptSpent(prompt.spent, say);
    case 'scope':
      return say('whyScope');
    case 'conflict':
      return say('whyConflict');
    default:
      return assertNever(prompt.kind);
  }
}

export function promptSpent(spent: NonNullable<PromptView['spent']>, say: Say): string {
  return say(
    { tokens: 'whyBudgetTokens', cost: 'whyBudgetCost', seconds: 'whyBudgetSeconds' }[
      spent
    ] as 'whyBudgetTokens',
  );
}

/** Button text and consequence of each offer. */
export const offerWords = {
  stop: ['stopRun', 'stopRunHelp'],
  supply: ['supply', 'supplyHelp'],
  retry: ['retry', 'retryHelp'],
  settle: ['settle', 'settleHelp'],
  revise: ['revise', 'reviseHelp'],
  'one-more': ['oneMore', 'oneMoreHelp'],
  accept: ['accept', 'acceptHelp'],
  'go-on': ['goOn', 'goOnHelp'],
  restore: ['restore', 'restoreHelp'],
  'raise-cap': ['raiseCap', 'raiseCapHelp'],
  'more-budget': ['moreBudget', 'moreBudgetHelp'],
  scope: ['settle', 'settleHelp'],
  'keep-mine': ['keepMine', 'keepMineHelp'],
  'take-run': ['takeRun', 'takeRunHelp'],
} as const satisfies Record<OfferKind, readonly [PanelString, PanelString]>;

/** A decision that was taken, in a few words. */
export function choiceWords(choice: OfferKind, say: Say): string {
  switch (choice) {
    case 'scope':
      return say('choiceScope');
    case 'settle':
      return say('choiceSettle');
    case 'revise':
      return say('choiceRevise');
    case 'supply':
      return say('choiceSupply');
    default:
      return say(offerWords[choice][0]);
  }
}

/** An answer in full, as far as it has more than its name. */
export function answerWords(choice: Choice, prompt: PromptView, say: Say): string {
  switch (choice.kind) {
    case 'settle':
    case 'scope':
      return choice.answers
        .map((answer) => {
          const finding = prompt.findings.find((one) => one.key === answer.key);
          const name = finding === undefined ? answer.key : `${finding.lens} #${finding.number}`;
          const words = 'words' in answer && answer.words !== '' ? ` — ${answer.words}` : '';
          return `${name}: ${say(answer.answer)}${words}`;
        })
        .join('; ');
    case 'supply':
      return choice.words;
    case 'restore':
      return `${say('restore')} (${choice.round === 0 ? say('restoreStart') : choice.round})`;
    case 'raise-cap':
      return `${say('raiseCap')} (+${choice.by})`;
    default:
      return choiceWords(choice.kind, say);
  }
}

export const severityWords = {
  HIGH: 'severityHigh',
  MEDIUM: 'severityMedium',
  LOW: 'severityLow',
} as const satisfies Record<FindingView['severity'], PanelString>;

/** Codicon and colour class of a severity: those of the editor's own problems. */
export const severityIcons = {
  HIGH: { icon: 'error', tone: 'high' },
  MEDIUM: { icon: 'warning', tone: 'medium' },
  LOW: { icon: 'info', tone: 'low' },
} as const;

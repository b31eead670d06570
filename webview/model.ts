import type {
  BriefForm,
  CriterionWarning,
  FormProblem,
  LensOption,
  ModelOption,
} from '../src/protocol/brief-form';
import type { CallView, PreviewView, WelcomeView } from '../src/protocol/to-panel';
import type { PanelView, RoundView } from '../src/protocol/views';

/** Everything the panel draws from. Plain values; only `reduce` makes new ones. */
export interface PanelModel {
  readonly page: 'loading' | 'welcome' | 'form' | 'preview' | 'run';
  readonly locale: string;
  readonly table: Readonly<Record<string, string>>;
  readonly welcome: WelcomeView | null;
  readonly form: FormModel | null;
  /** Criteria that nobody can check, as far as the host has looked. */
  readonly lint: readonly CriterionWarning[];
  readonly preview: PreviewView | null;
  readonly run: PanelView | null;
  /** Revision of `run`; an older one that arrives late is dropped. */
  readonly revision: number;
  readonly calls: readonly CallView[];
  readonly failure: string | null;
  /** Run that was told to stop and has not answered yet. */
  readonly stopping: string | null;
  /** Prompt that was answered and is still shown. */
  readonly answered: string | null;
  readonly decision: DecisionDraft;
  /** Disclosures the person has opened or closed, by id; others are as they come. */
  readonly open: Readonly<Record<string, boolean>>;
  /** Raw replies that were asked for, by `replyKey`. */
  readonly replies: Readonly<Record<string, { readonly text: string; readonly outcome: string }>>;
  /** What was typed into brief forms that were not started, by draft key. */
  readonly drafts: Readonly<Record<string, BriefForm>>;
}

export interface FormModel {
  readonly draftKey: string;
  readonly initial: BriefForm;
  readonly draft: BriefForm;
  readonly lenses: readonly LensOption[];
  readonly models: readonly ModelOption[];
  readonly problems: readonly FormProblem[];
  readonly keyMissing: boolean;
  /** The draft was left from an earlier time. */
  readonly recovered: boolean;
  /** Submitted; the host has not answered yet. */
  readonly sent: boolean;
}

/** What was typed into a decision that is not taken yet. */
export interface DecisionDraft {
  readonly promptId: string;
  /** uphold, dismiss, keep or remove by finding key. */
  readonly picks: Readonly<Record<string, string>>;
  /** Words by finding key, and by field name (`supply`, `by`, `tokens`, `cost`, `seconds`, `restore`, `model`). */
  readonly words: Readonly<Record<string, string>>;
  /** Null: as in the brief. */
  readonly task: string | null;
  readonly criteria: readonly string[] | null;
  /** Offer that was chosen while something it needs was missing; `model` or `budget`: a field of several offers. */
  readonly missing: string | null;
}

export const emptyDecision: DecisionDraft = {
  promptId: '',
  picks: {},
  words: {},
  task: null,
  criteria: null,
  missing: null,
};

export const emptyModel: PanelModel = {
  page: 'loading',
  locale: 'en',
  table: {},
  welcome: null,
  form: null,
  lint: [],
  preview: null,
  run: null,
  revision: -1,
  calls: [],
  failure: null,
  stopping: null,
  answered: null,
  decision: emptyDecision,
  open: {},
  replies: {},
  drafts: {},
};

/** The criteria that are being written now, in the form or in a decision; null: none. */
export function criteriaInHand(model: PanelModel): readonly string[] | null {
  if (model.page === 'form') return model.form?.draft.criteria ?? null;
  return model.page === 'run' && model.run?.prompt !== null ? model.decision.criteria : null;
}

export function isOpen(model: PanelModel, id: string, byDefault = false): boolean {
  return model.open[id] ?? byDefault;
}

/** Id of a round's disclosure: runs do not share it. */
export function roundId(runId: string, round: number): string {
  return `${runId}/round/${round}`;
}

/** As it comes, the newest round is open, and while it has no findings yet the newest that has them. */
export function roundIsOpen(model: PanelModel, run: PanelView, round: RoundView): boolean {
  const newest = run.rounds.at(-1);
  const told = newest?.complete === true ? newest : run.rounds.findLast((one) => one.total > 0);
  return isOpen(model, roundId(run.runId, round.number), round === newest || round === told);
}

export function replyKey(round: number, lens: string | null, attempt: number): string {
  return JSON.stringify([round, lens, attempt]);
}

/** Id of a raw reply's disclosure; it is closed again after a reload, because the reply must be asked for anew. */
export function replyId(runId: string, key: string): string {
  return `${runId}${replyMark}${key}`;
}
export const replyMark = '/reply/';

/** Rounds that are open but whose findings were not sent. */
export function roundsToAskFor(model: PanelModel): number[] {
  const { run } = model;
  if (run === null) return [];
  return run.rounds
    .filter((round) => round.findings === null && roundIsOpen(model, run, round))
    .map((round) => round.number);
}

/** Rounds that are open by the person's own hand or because they are new. */
export function openRounds(model: PanelModel): number[] {
  const { run } = model;
  if (run === null) return [];
  return run.rounds.filter((round) => roundIsOpen(model, run, round)).map((round) => round.number);
}

/** The draft of the waiting decision: empty when what was typed belongs to another prompt. */
export function decisionDraft(model: PanelModel): DecisionDraft {
  const id = model.run?.prompt?.id ?? '';
  return model.decision.promptId === draftIdOf(model, id)
    ? model.decision
    : { ...emptyDecision, promptId: draftIdOf(model, id) };
}

function draftIdOf(model: PanelModel, promptId: string): string {
  return `${model.run?.runId ?? ''}/${promptId}`;
}

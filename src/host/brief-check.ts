import { validateBrief, type BriefProblem } from '../engine/brief';
import type { Brief, RunOptions } from '../engine/build-verify/events';
import { lintCriteria } from '../engine/criteria-lint';
import type { Lens } from '../engine/lens';
import type { BriefForm, FormProblem } from '../protocol/brief-form';
import { nearestName } from '../util/nearest-name';
import type { Translate } from '../util/translate';

/** A form that holds a whole brief. */
export interface CheckedBrief {
  readonly brief: Brief;
  readonly options: RunOptions;
  readonly lenses: readonly Lens[];
}

export interface BriefCheck {
  /** Null when a problem is an error. */
  readonly checked: CheckedBrief | null;
  /** All problems at once, errors and warnings, in the order of the form (build-verify.md, "The brief"). */
  readonly problems: readonly FormProblem[];
}

/** What a form does not ask for and the settings say. */
export interface FormDefaults {
  readonly cost: number | null;
  readonly seconds: number | null;
}

/** Checks a brief form as one. Nothing is invented: what is missing is named. */
export function checkBrief(
  form: BriefForm,
  known: readonly Lens[],
  defaults: FormDefaults,
  t: Translate,
): BriefCheck {
  const problems: FormProblem[] = [];
  const validated = validateBrief(
    {
      task: form.task,
      artifacts: form.artifacts,
      criteria: form.criteria,
      context: form.context.trim() === '' ? null : form.context,
    },
    t,
  );
  if ('problems' in validated) problems.push(...validated.problems.flatMap(asFormProblem));
  problems.push(
    ...lintCriteria(form.criteria, t).map(({ index, message }): FormProblem => ({
      field: 'criteria',
      index,
      severity: 'warning',
      message,
    })),
  );
  const error = (field: FormProblem['field'], message: string): null => {
    problems.push({ field, index: null, severity: 'error', message });
    return null;
  };
  const cap = wholeNumber(form.cap, 1, 50) ?? error('cap', t('Give a whole number from 1 to 50.'));
  const cleanRounds =
    wholeNumber(form.cleanRounds, 1, 3) ??
    error('cleanRounds', t('Give a whole number from 1 to 3.'));
  const tokens =
    form.budgetTokens.trim() === ''
      ? null
      : (wholeNumber(form.budgetTokens, 1, Number.MAX_SAFE_INTEGER) ??
        error('budgetTokens', t('Give a whole number of tokens, or leave it empty.')));
  const lenses = form.lenses.flatMap((name) => {
    const lens = known.find((one) => one.name === name);
    if (lens === undefined) error('lenses', unknownLens(name, known, t));
    return lens ?? [];
  });
  if (form.lenses.length === 0) error('lenses', t('Choose at least one Critic.'));
  const broken = problems.some((problem) => problem.severity === 'error');
  if (broken || cap === null || cleanRounds === null || !('brief' in validated)) {
    return { checked: null, problems };
  }
  const { mode, confirmRounds, baseline, strictness } = form;
  const budget = { tokens, cost: defaults.cost, seconds: defaults.seconds };
  const options = { mode, cap, cleanRounds, confirmRounds, baseline, strictness, budget };
  return { checked: { brief: validated.brief, options, lenses }, problems };
}

function asFormProblem({ field, message }: BriefProblem): FormProblem {
  return { field: field === 'context' ? 'task' : field, index: null, severity: 'error', message };
}

function unknownLens(name: string, known: readonly Lens[], t: Translate): string {
  const near = nearestName(
    name,
    known.map((lens) => lens.name),
  );
  return near === null
    ? t('There is no lens "{name}".', { name })
    : t('There is no lens "{name}". Did you mean "{near}"?', { name, near });
}

/** A whole number written in digits, within its limits; null for anything else. */
function wholeNumber(text: string, low: number, high: number): number | null {
  const value = /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : NaN;
  return value >= low && value <= high ? value : null;
}

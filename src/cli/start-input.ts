import type { Brief, RunOptions } from '../engine/build-verify/events';
import { validateBrief, type BriefInput, type BriefProblem } from '../engine/brief';
import type { BriefFile } from '../engine/brief-file';
import type { Lens } from '../engine/lens';
import { nearestName } from '../util/nearest-name';
import { CliError } from './cli-error';
import type { RunFlags, StartFlags } from './flags';

/** Everything a run or an audit starts with. */
export interface StartInput {
  readonly brief: Brief;
  readonly options: RunOptions;
  readonly lenses: readonly Lens[];
}

/** What a call starts from before its flags: a brief file, or the brief of a recording. */
export interface StartBase {
  readonly input: BriefInput;
  readonly options: Partial<RunOptions>;
  readonly lenses: readonly string[] | null;
}

export interface StartSources {
  readonly mode: RunOptions['mode'];
  readonly flags: StartFlags &
    Partial<Pick<RunFlags, 'cap' | 'cleanRounds' | 'baseline' | 'confirm'>>;
  readonly base: StartBase | null;
  /** The lenses that can be named: built in, and the person's own. */
  readonly lenses: readonly Lens[];
  /** Turns a path relative to the current folder into one relative to the workspace; rejects one outside. */
  readonly workspacePath: (path: string) => string;
}

const emptyInput: BriefInput = { task: '', artifacts: [], criteria: [], context: null };

/**
 * Puts the flags over what they start from and fills in the defaults (build-verify.md, "The brief").
 * @throws CliError that names everything that is missing at once, or the lens that is not known.
 */
export function startInput(sources: StartSources): StartInput {
  const { flags, base, mode } = sources;
  const input = base?.input ?? emptyInput;
  const result = validateBrief({
    task: flags.task ?? input.task,
    artifacts: flags.artifact?.map(sources.workspacePath) ?? input.artifacts,
    criteria: flags.ac ?? input.criteria,
    context: flags.context ?? input.context,
  });
  if ('problems' in result) throw briefError(result.problems, mode);
  const names = flags.critics ?? base?.lenses ?? ['destruction'];
  return {
    brief: result.brief,
    options: runOptions(sources),
    lenses: names.map((name) => lensNamed(name, sources.lenses)),
  };
}

/** A brief file as what a call starts from. */
export function baseOfFile(file: BriefFile): StartBase {
  return { input: file.input, options: file.options, lenses: file.lenses };
}

function runOptions({ flags, base, mode }: StartSources): RunOptions {
  const options = base?.options ?? {};
  const strictness = flags.strict ? 'strict' : flags.lenient ? 'lenient' : null;
  return {
    mode,
    cap: flags.cap ?? options.cap ?? 5,
    cleanRounds: flags.cleanRounds ?? options.cleanRounds ?? 2,
    confirmRounds: flags.confirm ?? options.confirmRounds ?? 'full',
    baseline: flags.baseline ?? options.baseline ?? true,
    strictness: strictness ?? options.strictness ?? 'normal',
    budget: {
      tokens: flags.budgetTokens ?? options.budget?.tokens ?? null,
      cost: options.budget?.cost ?? null,
      seconds: flags.budgetSeconds ?? options.budget?.seconds ?? null,
    },
  };
}

const flagOf: Readonly<Record<BriefProblem['field'], string>> = {
  task: '--task',
  artifacts: '--artifact',
  criteria: '--ac',
  context: '--context',
};

/** One message for all that is missing: it is asked for in one form, never one by one. */
function briefError(problems: readonly BriefProblem[], mode: RunOptions['mode']): CliError {
  const lines = problems.map(({ field, message }) => `  ${flagOf[field].padEnd(11)}${message}`);
  const command = mode === 'audit' ? 'audit' : 'run';
  return new CliError(
    ['The brief is not complete:', ...lines].join('\n'),
    `For example: bvl ${command} --task "Totals are right" --artifact src/invoice.ts --ac "Rounds half up"`,
  );
}

/** @throws CliError with the nearest name that is known. */
function lensNamed(name: string, lenses: readonly Lens[]): Lens {
  const found = lenses.find((lens) => lens.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const known = lenses.map((lens) => lens.name);
  const near = nearestName(name, known);
  throw new CliError(
    `There is no lens ${JSON.stringify(name)}.${near === null ? '' : ` Did you mean ${near}?`}`,
    `Lenses: ${known.join(', ')}`,
  );
}

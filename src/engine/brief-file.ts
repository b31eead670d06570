import { stringify } from 'yaml';
import { english, type Translate } from '../util/translate';
import { cleanText, foldLine, type BriefInput } from './brief';
import { optionsSchema, type RunOptions } from './build-verify/events';
import {
  escapeLine,
  escapeSection,
  readFrontMatterFile,
  sectionItems,
  sectionText,
  type FileProblem,
  type FrontMatterFile,
} from './front-matter';

export type { FileProblem } from './front-matter';

/** What a brief file sets of a run's options; what it does not name is left to the host's defaults. */
export type BriefOptions = Partial<
  Pick<RunOptions, 'cap' | 'cleanRounds' | 'confirmRounds' | 'strictness' | 'baseline' | 'budget'>
>;

/** A brief as a file of its own, `.bvl/briefs/<name>.md` (design.md, "Where things live on disk"). */
export interface BriefFile {
  /** Not yet validated: a file may leave out what the person gives elsewhere. */
  readonly input: BriefInput;
  readonly options: BriefOptions;
  /** Names of lenses in order; null: not said. */
  readonly lenses: readonly string[] | null;
}

const known = {
  fields: [
    ...['artifact', 'cap', 'cleanRounds', 'confirmRounds', 'lenses', 'strictness', 'baseline'],
    ...['budget.tokens', 'budget.cost', 'budget.seconds'],
  ],
  sections: ['Task', 'Acceptance criteria', 'Context'],
};

/**
 * Reads a brief file: front matter, then the sections Task, Acceptance criteria (a list) and Context, each of which may be absent.
 * `artifact` and `lenses` are a text or a list of texts.
 * @returns the file's content, or every problem with its line: unknown names (with the nearest known one), wrong types, values out of range.
 */
export function parseBriefFile(
  text: string,
  t: Translate = english,
): { readonly file: BriefFile } | { readonly problems: readonly FileProblem[] } {
  const parsed = readFrontMatterFile(text, known, t);
  const problems = [...parsed.problems];
  const artifacts = textList(parsed, 'artifact', problems, t) ?? [];
  const lenses = textList(parsed, 'lenses', problems, t);
  const options = readOptions(parsed, problems, t);
  const criteria = sectionItems(
    'Acceptance criteria',
    parsed.sections.get('Acceptance criteria'),
    t,
  );
  problems.push(...criteria.problems);
  if (problems.length > 0) return { problems: problems.sort((a, b) => a.line - b.line) };

  const task = foldLine(sectionText(parsed.sections.get('Task')));
  const context = cleanText(sectionText(parsed.sections.get('Context')));
  const input = {
    task,
    artifacts,
    criteria: criteria.items,
    context: context === '' ? null : context,
  };
  return { file: { input, options, lenses } };
}

/** The file that `parseBriefFile` reads back as the same values, texts folded and trimmed as in a brief. */
export function printBriefFile(file: BriefFile): string {
  const { input, options, lenses } = file;
  const { budget, ...plain } = options;
  const limits = Object.entries(budget ?? {}).filter(([, limit]) => limit !== null);
  const matter = {
    artifact: [...input.artifacts],
    ...plain,
    ...(lenses === null ? {} : { lenses: [...lenses] }),
    ...(limits.length === 0 ? {} : { budget: Object.fromEntries(limits) }),
  };
  const context = cleanText(input.context ?? '');
  return [
    `---\n${stringify(matter, { lineWidth: 0 })}---\n`,
    `## Task\n\n${escapeLine(foldLine(input.task))}\n`,
    `## Acceptance criteria\n\n${input.criteria.map((one) => `- ${foldLine(one)}\n`).join('')}`,
    ...(context === '' ? [] : [`## Context\n\n${escapeSection(context)}\n`]),
  ].join('\n');
}

function textList(
  parsed: FrontMatterFile,
  field: string,
  problems: FileProblem[],
  t: Translate,
): string[] | null {
  const given = parsed.fields.get(field);
  if (given === undefined || given.value === null) return null;
  const values: unknown[] = Array.isArray(given.value) ? given.value : [given.value];
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === values.length) return texts;
  problems.push({
    line: given.line,
    field,
    message: t('"{field}" is a list of texts.', { field }),
  });
  return null;
}

/** Each option is checked by the schema of the journal, so that a file can set nothing that a run could not have. */
function readOptions(parsed: FrontMatterFile, problems: FileProblem[], t: Translate): BriefOptions {
  const shape = optionsSchema.shape;
  const expected: Readonly<Record<string, string>> = {
    cap: t('a whole number from 1 to 50'),
    cleanRounds: t('a whole number from 1 to 3'),
    confirmRounds: '"full", "audit-only"',
    strictness: '"normal", "strict", "lenient"',
    baseline: '"true", "false"',
    'budget.tokens': t('a whole number above 0'),
    'budget.cost': t('a number above 0 (US dollars)'),
    'budget.seconds': t('a number above 0'),
  };
  const read = <T>(field: string, schema: Schema<T>): T | undefined => {
    const given = parsed.fields.get(field);
    if (given === undefined || given.value === null) return undefined;
    const result = schema.safeParse(given.value);
    if (result.success) return result.data;
    const args = { field, expected: expected[field] ?? '' };
    problems.push({ line: given.line, field, message: t('"{field}" is {expected}.', args) });
    return undefined;
  };
  const limits = shape.budget.shape;
  const budget = {
    tokens: read('budget.tokens', limits.tokens) ?? null,
    cost: read('budget.cost', limits.cost) ?? null,
    seconds: read('budget.seconds', limits.seconds) ?? null,
  };
  const limited = budget.tokens !== null || budget.cost !== null || budget.seconds !== null;
  return withoutUndefined({
    cap: read('cap', shape.cap),
    cleanRounds: read('cleanRounds', shape.cleanRounds),
    confirmRounds: read('confirmRounds', shape.confirmRounds),
    strictness: read('strictness', shape.strictness),
    baseline: read('baseline', shape.baseline),
    budget: limited ? budget : undefined,
  });
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(values: T): Given<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}

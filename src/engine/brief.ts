import { english, type Translate } from '../util/translate';
import type { Brief } from './build-verify/events';

/** A brief, a path or a lens name that cannot be put into the formats without changing its meaning. */
export class BriefError extends Error {
  override readonly name = 'BriefError';
}

export type BriefField = 'task' | 'artifacts' | 'criteria' | 'context';

/** What a person typed, before anything was checked. */
export interface BriefInput {
  readonly task: string;
  readonly artifacts: readonly string[];
  readonly criteria: readonly string[];
  readonly context: string | null;
}

export interface BriefProblem {
  readonly field: BriefField;
  readonly code: 'missing' | 'control-character' | 'duplicate' | 'ambiguous';
  readonly message: string;
}

/** Four blanks, so that no line of free text can stand where a label or a list item of the brief stands. */
const continuation = '    ';

/**
 * The brief as every spawn of the run gets it (build-verify.md, "The brief"): no line end after the last line. TASK and criteria are one
 * line each. A context or a decision may have several lines; every line after the first is indented, because a label counts
 * only at the start of a line, so free text cannot pass for a section such as `USER DECISIONS:`.
 * @param decisions the person's own words, oldest first; the section is absent when there are none.
 * @throws BriefError for a path that `pathProblem` refuses.
 */
export function renderBrief(brief: Brief, decisions: readonly string[]): string {
  const problem = pathProblems(brief.artifacts, english)[0];
  if (problem) throw new BriefError(problem.message);
  const context = brief.context === null ? '' : cleanText(brief.context);
  return [
    `TASK: ${foldLine(brief.task)}`,
    `ARTIFACT: ${brief.artifacts.join(', ')}`,
    'ACCEPTANCE CRITERIA:',
    ...brief.criteria.map((criterion) => `  - ${foldLine(criterion)}`),
    ...(context === '' ? [] : [`DOMAIN CONTEXT: ${indentRest(context)}`]),
    ...(decisions.length === 0 ? [] : ['USER DECISIONS:']),
    ...decisions.map((decision) => `  - ${indentRest(cleanText(decision))}`),
  ].join('\n');
}

/**
 * Checks a brief as a whole, so that a person is asked once for everything that is missing (build-verify.md, "The brief").
 * Empty rows of the criteria and the artifact list are left out; texts are folded as they will be rendered; paths are kept exactly.
 * Whether a path may be an artifact at all is the workspace's question, not asked here.
 * @returns the brief that can be rendered, or every problem, in the order of the form.
 */
export function validateBrief(
  input: BriefInput,
  t: Translate = english,
): { readonly brief: Brief } | { readonly problems: BriefProblem[] } {
  const task = foldLine(input.task);
  const artifacts = input.artifacts.filter((path) => path.trim() !== '');
  const criteria = input.criteria.map(foldLine).filter((criterion) => criterion !== '');
  const context = cleanText(input.context ?? '');
  const problems: BriefProblem[] = [];
  const missing = (field: BriefField, message: string) =>
    problems.push({ field, code: 'missing', message });

  if (task === '') missing('task', t('Say in one line what is to be reached (task).'));
  if (artifacts.length === 0) missing('artifacts', t('Name the file to verify (artifact).'));
  problems.push(...pathProblems(artifacts, t));
  if (criteria.length === 0) missing('criteria', t('Give at least one acceptance criterion.'));

  if (problems.length > 0) return { problems };
  return { brief: { task, artifacts, criteria, context: context === '' ? null : context } };
}

/** One line: every run of white space that holds a line end or a control character becomes one space (rulings 41). */
export function foldLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, (run) => (/[\p{Cc}\u2028\u2029]/u.test(run) ? ' ' : run))
    .trim();
}

/** Several lines: all line ends become LF, control characters but the tab become spaces, blank ends are cut. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(/^\s*\n/, '')
    .trim();
}

function indentRest(text: string): string {
  return text
    .split('\n')
    .map((line, index) =>
      index === 0 || line.trim() === '' ? line.trimEnd() : continuation + line,
    )
    .join('\n');
}

/**
 * Paths stand in ARTIFACT exactly as they are, separated by `, ` (rulings 41). Refused are control characters and line ends, a path
 * given twice, and, among several, one that holds the separator itself: the line could be read as other files. Alone it is
 * unambiguous, since the prompt also lists each path on a line of its own.
 */
function pathProblems(paths: readonly string[], t: Translate): BriefProblem[] {
  const problems: BriefProblem[] = [];
  const add = (code: BriefProblem['code'], message: string) =>
    problems.push({ field: 'artifacts', code, message });
  for (const [index, path] of paths.entries()) {
    if (/[\p{Cc}\u2028\u2029]/u.test(path)) {
      const shown = JSON.stringify(path);
      add(
        'control-character',
        t('The path {shown} holds a line end or a control character. Rename the file.', { shown }),
      );
    } else if (paths.indexOf(path) !== index) {
      add('duplicate', t('The file {path} is listed twice.', { path }));
    } else if (paths.length > 1 && path.includes(', ')) {
      add(
        'ambiguous',
        t(
          'The path {path} holds a comma and a space, which separate the files of a brief. Verify it alone, or rename it.',
          { path },
        ),
      );
    }
  }
  return problems;
}

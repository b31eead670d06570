import { english, type Translate } from '../util/translate';
import { readFrontMatterFile, sectionItems, sectionText, type FileProblem } from './front-matter';

/** The audit angle of a Critic: what changes in the shared frame (build-verify.md, "Lenses"). */
export interface Lens {
  /** Id in settings, briefs and finding headers. */
  readonly name: string;
  /** What a person reads. */
  readonly title: string;
  /** What kind of artifact it is for, in a few words. */
  readonly forWhat: string;
  readonly discipline: string;
  readonly lookFor: readonly string[];
}

const known = { fields: ['name', 'title', 'for'], sections: ['Discipline', 'Look for'] } as const;

/**
 * Reads a lens file, built in or a person's own: front matter with name, title and for, then the sections `## Discipline` (text)
 * and `## Look for` (a list of 5 to 8 patterns).
 * @returns the lens, or every problem with its line.
 */
export function parseLens(
  text: string,
  t: Translate = english,
): { readonly lens: Lens } | { readonly problems: readonly FileProblem[] } {
  const file = readFrontMatterFile(text, known, t);
  const problems = [...file.problems];
  const string = (field: string): string | null => {
    const given = file.fields.get(field);
    if (given === undefined || given.value === null) return null;
    if (typeof given.value === 'string') return given.value.trim();
    problems.push({ line: given.line, field, message: t('"{field}" is a text.', { field }) });
    return null;
  };
  const need = (fine: boolean, field: string, message: string) => {
    const line = file.fields.get(field)?.line ?? file.sections.get(field)?.line ?? 1;
    if (!fine) problems.push({ line, field, message });
  };

  const name = string('name') ?? '';
  const title = string('title') ?? name;
  const forWhat = string('for') ?? '';
  const discipline = sectionText(file.sections.get('Discipline'));
  const patterns = sectionItems('Look for', file.sections.get('Look for'), t);
  const count = patterns.items.length;
  problems.push(...patterns.problems);
  need(name !== '', 'name', t('A lens needs a name.'));
  for (const [field, value] of Object.entries(title === name ? { name } : { name, title }))
    need(
      !/[\]\p{Cc}\u2028\u2029]/u.test(value),
      field,
      t('The {field} of a lens holds no "]" and no line end.', { field }),
    );
  need(discipline !== '', 'Discipline', t('A lens needs a section "## Discipline".'));
  need(
    count >= 5 && count <= 8,
    'Look for',
    t('A lens needs a section "## Look for" with 5 to 8 patterns; there are {count}.', { count }),
  );
  if (problems.length > 0) return { problems };
  return { lens: { name, title, forWhat, discipline, lookFor: patterns.items } };
}

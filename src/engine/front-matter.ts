import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { nearestName } from '../util/nearest-name';
import type { Translate } from '../util/translate';

/** What is wrong in a file that a person wrote, and where. `line` is 1-based; `field` is a field or section name. */
export interface FileProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export interface FileSection {
  /** Line of the heading. */
  readonly line: number;
  /** The lines under it, unescaped, with `number` as their line in the file. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** A Markdown file with YAML front matter and known sections: the form of briefs and of lenses. */
export interface FrontMatterFile {
  /** Fields that were given and are known; a nested one under its dotted name (`budget.tokens`). */
  readonly fields: ReadonlyMap<string, { readonly value: unknown; readonly line: number }>;
  readonly sections: ReadonlyMap<string, FileSection>;
  readonly problems: readonly FileProblem[];
}

/**
 * Splits such a file and refuses what is not known, each unknown name with its line and the nearest known one.
 *
 * A heading of level 1 or 2 outside a code fence opens a section. Text that has to begin with `#`, a fence or a backslash before one
 * of them is written with a backslash before it (`escapeLine`).
 * @param known names of the fields (dotted when nested) and of the sections, as they are spelt; letter case in headings is free.
 */
export function readFrontMatterFile(
  text: string,
  known: { readonly fields: readonly string[]; readonly sections: readonly string[] },
  t: Translate,
): FrontMatterFile {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
  const problems: FileProblem[] = [];
  const end =
    lines[0]?.trimEnd() === '---'
      ? lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---')
      : 0;
  if (end === -1) {
    const message = t('The front matter that begins here is not closed by a line "---".');
    return {
      fields: new Map(),
      sections: new Map(),
      problems: [{ line: 1, field: '---', message }],
    };
  }
  const fields =
    end === 0
      ? new Map<string, { value: unknown; line: number }>()
      : readFields(lines.slice(1, end).join('\n'), known.fields, problems, t);
  const start = end === 0 ? 0 : end + 1;
  const sections = readSections(lines, start, known.sections, problems, t);
  return { fields, sections, problems: problems.sort((a, b) => a.line - b.line) };
}

/** A section's text without the blank lines around it; empty when there is none. */
export function sectionText(section: FileSection | undefined): string {
  return (section?.lines ?? [])
    .map((line) => line.text)
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
}

/** The items of a section that is a list (`-`, `*`, `+`, `1.`); indented lines run on. Other text is a problem. */
export function sectionItems(
  name: string,
  section: FileSection | undefined,
  t: Translate,
): { readonly items: string[]; readonly problems: FileProblem[] } {
  const items: string[] = [];
  const problems: FileProblem[] = [];
  for (const { number, text } of section?.lines ?? []) {
    const item = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s+(.*))?$/.exec(text);
    const last = items.length - 1;
    if (text.trim() === '') continue;
    else if (item) items.push((item[1] ?? '').trim());
    else if (/^\s/.test(text) && last >= 0)
      items[last] = `${items[last] ?? ''} ${text.trim()}`.trim();
    else
      problems.push({
        line: number,
        field: name,
        message: t('"{name}" is a list: begin each item with "- ".', { name }),
      });
  }
  return { items: items.filter((item) => item !== ''), problems };
}

/**
 * Text as it stands under a heading so that it is read back as it was: a line that would open a section, and one that begins with what
 * an escape looks like, gets a backslash. Fenced blocks stay as they are, since nothing in them opens a section.
 */
export function escapeSection(text: string): string {
  return fencedLines(text.split('\n'))
    .map((line) => {
      const escaped = !line.fenced && /^(?:#{1,2}(?:\s|$)|\\+(?:#|```|~~~))/.test(line.text);
      return escaped ? `\\${line.text}` : line.text;
    })
    .join('\n');
}

/** One line of text that opens neither a section nor a fence. */
export function escapeLine(line: string): string {
  return /^\\*(?:#|```|~~~)/.test(line) ? `\\${line}` : line;
}

/** Which lines belong to a fenced code block, its marks included. A block that is not closed runs to the end. */
function fencedLines(
  lines: readonly string[],
): { readonly text: string; readonly fenced: boolean }[] {
  let open: string | null = null;
  return lines.map((text) => {
    const mark = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/.exec(text);
    const [run, rest] = [mark?.[1] ?? '', mark?.[2] ?? ''];
    if (open === null) {
      if (mark) open = run;
      return { text, fenced: mark !== null };
    }
    if (run.startsWith(open) && rest.trim() === '') open = null;
    return { text, fenced: true };
  });
}

function readFields(
  yaml: string,
  known: readonly string[],
  problems: FileProblem[],
  t: Translate,
): Map<string, { value: unknown; line: number }> {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false });
  // The front matter begins on the file's second line.
  const lineAt = (offset: number | undefined) => counter.linePos(offset ?? 0).line + 1;
  const fields = new Map<string, { value: unknown; line: number }>();
  for (const error of document.errors)
    problems.push({
      line: lineAt(error.pos[0]),
      field: '---',
      message: t('The front matter is not valid YAML: {why}', { why: error.message }),
    });
  if (document.errors.length > 0 || document.contents === null) return fields;
  if (!isMap(document.contents)) {
    problems.push({ line: 2, field: '---', message: t('The front matter holds no fields.') });
    return fields;
  }
  const read = (map: YAMLMap, prefix: string) => {
    for (const { key, value } of map.items) {
      const name = prefix + (isScalar(key) ? String(key.value) : String(key));
      const line = lineAt(isScalar(key) ? key.range?.[0] : undefined);
      const parts = known.filter((other) => other.startsWith(`${name}.`));
      if (isMap(value) && parts.length > 0) read(value, `${name}.`);
      else if (known.includes(name)) fields.set(name, { value: jsValue(value, document), line });
      else if (parts.length > 0) {
        const message = t('"{name}" holds fields: {parts}.', { name, parts: parts.join(', ') });
        problems.push({ line, field: name, message });
      } else problems.push({ line, field: name, message: unknownName(name, known, t) });
    }
  };
  read(document.contents, '');
  return fields;
}

function jsValue(node: unknown, document: ReturnType<typeof parseDocument>): unknown {
  if (node === null || typeof node !== 'object' || !('toJS' in node)) return node;
  return (node as { toJS: (document: unknown) => unknown }).toJS(document);
}

function readSections(
  lines: readonly string[],
  start: number,
  known: readonly string[],
  problems: FileProblem[],
  t: Translate,
): Map<string, FileSection> {
  const sections = new Map<string, { line: number; lines: { number: number; text: string }[] }>();
  let open: { line: number; lines: { number: number; text: string }[] } | null = null;
  for (const [index, { text, fenced }] of fencedLines(lines.slice(start)).entries()) {
    const number = start + index + 1;
    const heading = fenced ? null : /^#{1,2}(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(text);
    if (heading) {
      const written = (heading[1] ?? '').trim();
      const name = known.find((other) => other.toLowerCase() === written.toLowerCase());
      open = { line: number, lines: [] };
      if (name === undefined)
        problems.push({ line: number, field: written, message: unknownName(written, known, t) });
      else if (sections.has(name)) {
        const message = t('"{name}" stands here for the second time.', { name });
        problems.push({ line: number, field: name, message });
      } else sections.set(name, open);
    } else if (open) {
      open.lines.push({
        number,
        text: fenced ? text : text.replace(/^\\(?=\\*(?:#|```|~~~))/, ''),
      });
    } else if (text.trim() !== '') {
      const names = known.map((name) => `## ${name}`).join(', ');
      const message = t('Text stands before the first section ({names}).', { names });
      problems.push({ line: number, field: '', message });
    }
  }
  return sections;
}

function unknownName(name: string, known: readonly string[], t: Translate): string {
  const near = nearestName(name, known);
  if (near !== null) return t('"{name}" is not known here. Did you mean "{near}"?', { name, near });
  return t('"{name}" is not known here. Known: {known}.', { name, known: known.join(', ') });
}

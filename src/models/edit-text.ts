import { ToolError } from '../engine/ports';
import { linesOf } from './tool-text';

/*
 * The edits an Implementor can make, as functions on whole texts. Each either gives the new text or throws a `ToolError` that says
 * what to do instead; nothing is guessed and nothing is repaired (field-notes rows 3 and 4).
 */

/**
 * Replaces the one place where `oldText` stands. Line ends match each other whatever their kind, everything else is exact.
 * @throws ToolError when the text is nowhere (with a hint where it stands with other white space) or in several places.
 */
export function replaceUnique(
  text: string,
  oldText: string,
  newText: string,
): { readonly text: string; readonly firstLine: number } {
  if (oldText === '') {
    throw new ToolError('old_text is empty. Give the exact text to replace, or use insert_text.');
  }
  if (oldText === newText) {
    throw new ToolError('new_text equals old_text: nothing would change.');
  }
  const places = findExact(text, oldText);
  const [place] = places;
  if (place === undefined) throw new ToolError(notFound(text, oldText));
  if (places.length > 1) {
    const lines = places.slice(0, 20).map((found) => lineAt(text, found.index));
    const more = places.length > lines.length ? ', …' : '';
    throw new ToolError(
      `old_text stands in ${places.length}${places.length === mostPlaces ? ' or more' : ''} places: lines ${lines.join(', ')}${more}. ` +
        'Give more of the lines around the place you mean, so that it is unique.',
    );
  }
  const changed = text.slice(0, place.index) + newText + text.slice(place.index + place.length);
  refuseElision(oldText, newText);
  if (changed.trim() === '') {
    throw new ToolError('This would leave the file empty. Nothing was changed.');
  }
  return { text: changed, firstLine: lineAt(text, place.index) };
}

/**
 * Inserts `added` as whole lines after line `afterLine` (0: before the first).
 * @throws ToolError when the file has no such line or there is nothing to insert.
 */
export function insertAfterLine(text: string, afterLine: number, added: string): string {
  if (added === '') throw new ToolError('text is empty: there is nothing to insert.');
  const count = linesOf(text).length;
  if (afterLine > count) {
    throw new ToolError(`The file has ${count} lines; after_line must be between 0 and ${count}.`);
  }
  const offset = endOfLine(text, afterLine);
  const before = text.slice(0, offset);
  const open = before !== '' && !/[\r\n]$/.test(before);
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  // After a last line without a line end the new last line has none either: what the file ends with stays.
  const inserted = open
    ? lineEnd + added.replace(/(?:\r\n|\n|\r)$/, '')
    : /[\r\n]$/.test(added)
      ? added
      : added + lineEnd;
  return before + inserted + text.slice(offset);
}

/**
 * Checks a whole-file write (field-notes row 3).
 * @param before text the file has now, or null when it does not exist yet
 * @throws ToolError when the new text is empty, or shorter than the old one and holds a "rest unchanged" marker.
 */
export function checkWholeFile(before: string | null, after: string): void {
  if (after.trim() === '') {
    throw new ToolError('text is empty: a whole-file write must hold the whole text of the file.');
  }
  if (before !== null) refuseElision(before, after);
}

function refuseElision(before: string, after: string): void {
  if (after.length >= before.length) return;
  const known = new Set(linesOf(before).map((line) => line.trim()));
  const marker = linesOf(after).find((line) => isElision(line) && !known.has(line.trim()));
  if (marker === undefined) return;
  throw new ToolError(
    `The new text is shorter than the old and stands for left-out text in this line: ${JSON.stringify(marker.trim().slice(0, 120))}. ` +
      'It would delete that text. Write the whole text, or change only the lines you mean with replace_text.',
  );
}

/** An ellipsis; three dots right before a name are code that spreads or collects values. */
const dots = String.raw`(?:\.{3,}(?![\w$])|…|\[\s*(?:\.{3,}|…)\s*\])`;
const opener = String.raw`^\s*(?:\/\/+|#+|--|;+|\/\*+|<!--|%|\*|\[|\(|>|\{\/\*)\s*`;
const left = String.raw`(?:rest|remaining|remainder|existing|unchanged|previous|original|same|other|omitted|keep|as before|no changes?)`;
const things = String.raw`(?:code|file|document|text|content|contents|section|sections|function|functions|method|methods|class|body|implementation|logic|imports?|lines?|paragraphs?|chapters?|items?|entries|tests?|steps?|part|parts|config(?:uration)?|everything|stuff)`;
const kept = String.raw`(?:unchanged|the same|same|as (?:is|before|above|it was|they were)|identical|omitted|elided|untouched|kept|here|goes here|continues?|not shown|unmodified|intact)`;

/** What a line says when it stands for text that was left out. Looked at only where a text also becomes shorter. */
const elisions: readonly RegExp[] = [
  // "... rest of the code ...", "// ... existing code ...", "<!-- … unchanged … -->"; dots inside a sentence are prose
  new RegExp(String.raw`^\W*?${dots}\W*(?:\w+\W+){0,4}?${left}\b`, 'i'),
  // "// ...existing code..."
  new RegExp(String.raw`${opener}\.{3,}\s*${left}\b`, 'i'),
  // "[remaining tests ...]", "The rest of the code..."
  new RegExp(String.raw`^\W*(?:the )?${left}(?:\W+\w+){0,4}\s*${dots}\W*$`, 'i'),
  // "rest of the code unchanged", "the remainder of the document stays as before"
  new RegExp(
    String.raw`\b(?:rest|remainder) of (?:the |this |your |my )?(?:\w+ ){0,3}?${things}\b.{0,40}\b${kept}\b`,
    'i',
  ),
  new RegExp(
    String.raw`^\W*(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:\w+ ){0,2}${things}\W*$`,
    'i',
  ),
  // "existing code here", "previous sections unchanged", "remaining lines omitted"
  new RegExp(
    String.raw`^\W*(?:\w+ ){0,2}?(?:existing|previous|original|remaining|other|all other|same)\s+(?:\w+ ){0,2}?${things}\s+(?:\w+ ){0,3}?${kept}\b`,
    'i',
  ),
  new RegExp(String.raw`^\W*(?:everything|all) else\b.{0,40}\b${kept}\b`, 'i'),
  new RegExp(String.raw`^\W*(?:keep|leave) (?:the |all )?(?:rest|existing|remaining|other)\b`, 'i'),
  new RegExp(
    String.raw`\b${things}\b.{0,20}\b(?:omitted|elided|truncated|removed|skipped)\b.{0,20}\b(?:for brevity|here|to save)\b`,
    'i',
  ),
  /\bomitted for (?:brevity|clarity|space)\b/i,
  /^\W*(?:unchanged|no changes?(?: (?:here|below|above|needed))?|same as (?:before|above)|as before|snip(?:ped)?|etc)\W*$/i,
  /^\W*\[?(?:\.{3,}|…)?\s*\d+ (?:more |other )?(?:unchanged )?lines?(?: omitted| unchanged| skipped)?\s*(?:\.{3,}|…)?\]?\W*$/i,
  // A line of nothing but dots, as such or in a comment.
  /^\s*(?:\/\/|#|--|;|\/\*|<!--|%|\*)?\s*\[?(?:\.{3,}|…)\]?\s*(?:\*\/|-->)?\s*$/,
  // The same in other languages people write briefs in.
  /나머지.{0,20}(?:동일|그대로|생략|같)|기존 (?:코드|내용).{0,10}(?:유지|동일|그대로|생략)|(?:이하|중략|중간|이전).{0,4}생략|^\W*중략\W*$/,
  /其余.{0,12}(?:不变|相同|省略|保持)|(?:以下|此处|中间)?省略|(?:既存|残り|以降).{0,16}(?:同じ|省略|変更なし|そのまま)|以下略/,
  /\b(?:rest(?:licher)? \w* ?(?:bleibt )?unver[äa]ndert|reste du (?:code|document|fichier|texte).{0,20}(?:inchang[ée]|identique)|(?:el )?resto del (?:c[óo]digo|documento|archivo|texto).{0,20}(?:igual|sin cambios))/i,
];

function isElision(line: string): boolean {
  return line.length <= 400 && elisions.some((pattern) => pattern.test(line));
}

/** Places are looked for up to this many: it is only a question of one or several. */
const mostPlaces = 1_000;

interface Place {
  readonly index: number;
  readonly length: number;
}

/** All places, overlapping ones too, where `wanted` stands when all kinds of line ends count as equal. */
function findExact(text: string, wanted: string): Place[] {
  const pattern = new RegExp(
    wanted
      .split(/\r\n|\n|\r/)
      .map(escapeRegExp)
      .join('(?:\\r\\n|\\n|\\r)'),
    'g',
  );
  return allMatches(text, pattern);
}

function notFound(text: string, wanted: string): string {
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const loose =
    words.length === 0 || wanted.length > 20_000
      ? []
      : allMatches(text, new RegExp(words.map(escapeRegExp).join('\\s+'), 'g'));
  const [place] = loose;
  if (place === undefined) {
    return 'old_text stands nowhere in the file. View the lines you mean and copy them exactly, without the line numbers.';
  }
  const from = lineAt(text, place.index);
  const to = lineAt(text, place.index + place.length);
  return (
    `old_text stands nowhere in the file exactly like this, but with other white space at lines ${from} to ${to}. ` +
    'View these lines and copy them exactly, without the line numbers.'
  );
}

function allMatches(text: string, pattern: RegExp): Place[] {
  const places: Place[] = [];
  for (
    let match = pattern.exec(text);
    match !== null && places.length < mostPlaces;
    match = pattern.exec(text)
  ) {
    places.push({ index: match.index, length: match[0].length });
    pattern.lastIndex = match.index + 1;
  }
  return places;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** 1-based line of an offset. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length;
}

/** Offset directly after line `line` with its line end; 0 for line 0. */
function endOfLine(text: string, line: number): number {
  if (line === 0) return 0;
  const pattern = /\r\n|\n|\r/g;
  for (let count = 1; pattern.exec(text) !== null; count += 1) {
    if (count === line) return pattern.lastIndex;
  }
  return text.length;
}

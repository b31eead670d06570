import type { AnswerKind } from './finding';

/** What a piece of an Implementor's line says about a finding. */
export interface AnswerWords {
  readonly answer: AnswerKind;
  /** Offset in the piece behind what gave the answer: the reason begins there, separators included. */
  readonly end: number;
}

const addressed = 'addressed|fixed|applied|resolved|done';
const disputed = 'disputed?|push(?:ed)?[ -]back|rejected|disagree[ds]?';
const deferred = 'deferred|defer|out[ -]of[ -]scope';
const partly = 'partial(?:ly)?|partly|in part';

/** The words of rulings 28 at the start of a clause; `not addressed`, `acknowledged` and the like are none of them. */
const phrase = new RegExp(
  `^(?:(?:i|we|has been|have been|was|were|is|are|now|fully|completely|already) )*` +
    `(?:(?<partly>${partly})(?: (?:${addressed}|${disputed}|${deferred}))?` +
    `|(?<addressed>${addressed})(?<half> (?:${partly}))?|(?<disputed>${disputed})|(?<deferred>${deferred}))` +
    `(?![\\p{L}\\p{N}?]|\\*?\\?)`,
  'iu',
);

/** Label before the answer, for replies that give fields instead of a line. */
const label = /^(?:status|answer|response|resolution) ?: */i;

/**
 * The answer a text begins with, or null. Several answers in its first clause (`Addressed in part; disputed in part`) count as disputed
 * over deferred over addressed; a partial one is disputed (rulings 28). `text` is folded and bounded by the caller.
 */
export function answerWords(text: string): AnswerWords | null {
  let at = skipMarks(text, 0);
  at += label.exec(text.slice(at, at + 40))?.[0].length ?? 0;
  at = skipMarks(text, at);
  const first = phraseAt(text, at);
  if (!first) return null;
  let { answer, end } = first;
  const clauses = clauseEnd(text, end);
  if (text.slice(end, clauses).includes('|')) return null;
  for (const join of text.slice(end, clauses).matchAll(/[;,/+&]|\b(?:and|but)\b/gi)) {
    const next = phraseAt(text, skipMarks(text, end + join.index + join[0].length));
    if (next && rank[next.answer] > rank[answer]) answer = next.answer;
    if (next) end = Math.max(end, clauses);
  }
  const behind = skipSeparators(text, clauses);
  if (answer !== 'disputed' && new RegExp(`^(?:${partly})\\b`, 'i').test(text.slice(behind))) {
    answer = 'disputed';
  }
  return { answer, end };
}

/** Of two answers for one finding the higher one holds (rulings 28). */
export const rank: Readonly<Record<AnswerKind, number>> = {
  addressed: 0,
  deferred: 1,
  disputed: 2,
};

/** The answer phrase that stands at `at`, or null. */
export function phraseAt(text: string, at: number): AnswerWords | null {
  const match = phrase.exec(text.slice(at, at + 80));
  const groups = match?.groups;
  if (!match || !groups) return null;
  const end = at + match[0].length;
  if (groups['partly'] ?? groups['half'] ?? groups['disputed']) return { answer: 'disputed', end };
  return { answer: groups['deferred'] ? 'deferred' : 'addressed', end };
}

/** End of the clause that answers: the first colon, spaced dash, parenthesis, or full stop. */
function clauseEnd(text: string, from: number): number {
  const match = /[:(]|[.!](?= |$)|[\u2012-\u2015\u2212]| -{1,3} /.exec(text.slice(from));
  return match ? from + match.index : text.length;
}

/** Index after white space, emphasis, opening brackets and pictographs. */
function skipMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (' *_`~[('.includes(character)) at += 1;
    else if (/^\p{Extended_Pictographic}/u.test(text.slice(at, at + 2))) {
      at += text.codePointAt(at) === text.charCodeAt(at) ? 1 : 2;
    } else break;
  }
  return at;
}

/** Index after what stands between an answer and its reason. */
export function skipSeparators(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s*_`~\][():;,.=>\u2192\u2010-\u2015\u2212-]/.test(text.charAt(at)))
    at += 1;
  return at;
}

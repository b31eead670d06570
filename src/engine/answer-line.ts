import { answerWords, phraseAt, skipSeparators } from './answer-words';
import type { AnswerKind } from './finding';
import { refsAt, type FindingRef, type FindingRefs } from './finding-refs';
import {
  afterDecoration,
  afterListNumber,
  headLength,
  indentOf,
  type ReplyLine,
} from './reply-lines';

/** What one line says about some findings. */
export interface AnswerLine {
  readonly refs: readonly FindingRef[];
  /** Null: it names them and says nothing usable (rulings 28). */
  readonly answer: AnswerKind | null;
  /** Offset in the reply at which the reason begins. */
  readonly reasonStart: number;
  /** Nothing follows the numbers: the answer may stand on the next line. */
  readonly open: boolean;
}

export interface LineContext {
  /** Tells whether a text is the lens of one of the given findings. */
  readonly isLens: (tag: string) => boolean;
  /** The line stands behind the label RESPONSES, where a list's own numbers are findings' numbers. */
  readonly inResponses: boolean;
  /** An answer is being read that the line may continue. */
  readonly continues: boolean;
}

/**
 * Reads a line in one of the forms `FINDING #1: Disputed — reason`, `#2 - disputed: reason`, `Addressed: FINDING #1, #3`
 * (build-verify.md, "Critic reply", last line; rulings 28). Empty: the line is no answer of its own.
 */
export function answersOf(line: ReplyLine, context: LineContext): AnswerLine[] {
  const { head, at: start } = line;
  const { text } = head;
  const offset = (index: number): number =>
    index >= text.length && line.raw.length <= headLength
      ? line.end
      : line.start + head.rawOffset(index);
  const numbered = refsAt(
    text,
    afterDecoration(text, afterListNumber(text, start)),
    context.isLens,
  );
  const refs = numbered?.marked ? numbered : refsAt(text, start, context.isLens);
  if (refs) {
    const found = afterRefs(text, refs, context, indentOf(line.raw) > 0);
    return found ? [{ ...found, reasonStart: offset(found.reasonStart) }] : [];
  }
  return beforeRefs(text, start, context).map((found) => ({
    ...found,
    reasonStart: offset(found.reasonStart),
  }));
}

/** The answer on a line of its own behind a line that only names the finding. */
export function bareAnswer(line: ReplyLine): { answer: AnswerKind; reasonStart: number } | null {
  const { head, at: start } = line;
  const words = answerWords(head.text.slice(start));
  if (!words) return null;
  const end = skipSeparators(head.text, start + words.end);
  return { answer: words.answer, reasonStart: line.start + head.rawOffset(end) };
}

/** Words with which a sentence goes on, and no answer begins. */
const runningText = /^ ?(?:i|we|has|have|was|were|is|are)\b/i;

/** `#1` first, then the answer. */
function afterRefs(
  text: string,
  { refs, end, marked }: FindingRefs,
  context: LineContext,
  indented: boolean,
): AnswerLine | null {
  const rest = text.slice(end);
  const separator = /^ ?(?:[:.)|\u2192]|=+>?|[\u2010-\u2015\u2212]|-{1,3}>?)/
    .exec(rest)?.[0]
    .trim();
  const after = skipSeparators(text, end);
  const words = answerWords(text.slice(after));
  if (!marked) {
    if (separator === undefined || !words) return null;
    const listLike = separator === '.' || separator === ')';
    const ends = /^ *(?:$|[:;,.(\u2010-\u2015\u2212-])/.test(text.slice(after + words.end));
    if (listLike && !(context.inResponses && ends)) return null;
  } else if (separator === undefined && after < text.length) {
    const direct = words !== null && !runningText.test(rest);
    if (!direct) {
      if (context.continues && indented) return null;
      return { refs, answer: null, reasonStart: after, open: false };
    }
  }
  if (!words) return { refs, answer: null, reasonStart: after, open: after >= text.length };
  const reasonStart = skipSeparators(text, after + words.end);
  return { refs, answer: words.answer, reasonStart, open: false };
}

/** The answer first, then `#1`; further pairs may follow on the same line. */
function beforeRefs(text: string, start: number, context: LineContext): AnswerLine[] {
  const found: AnswerLine[] = [];
  let at = start;
  for (;;) {
    const negated = /^not /i.test(text.slice(at, at + 4));
    const phrase = phraseAt(text, negated ? at + 4 : at);
    if (!phrase || runningText.test(text.slice(at, at + 8))) return found;
    const separator = /^[ *_`]{0,9}(?:(:|[\u2010-\u2015\u2212]|-{1,3})[ *_`]{0,9})?/.exec(
      text.slice(phrase.end, phrase.end + 24),
    );
    const refsStart = phrase.end + (separator?.[0].length ?? 0);
    const refs = refsAt(text, refsStart, context.isLens);
    if (!refs) return found;
    const rest = text.slice(refs.end, refs.end + 4);
    const ends = /^[ *_`]*(?:$|[:;,.()\u2010-\u2015\u2212-])/.test(rest);
    const separated = separator?.[1] !== undefined;
    if (!ends && !(separated && refs.marked)) return found;
    if (!refs.marked && !separated) return found;
    const reasonStart = skipSeparators(text, refs.end);
    const answer = negated ? null : phrase.answer;
    // What stands before a further pair is no reason.
    const before = found.pop();
    if (before) found.push({ ...before, reasonStart: text.length });
    found.push({ refs: refs.refs, answer, reasonStart, open: false });
    at = refs.end + (/^[ ;,.*_`]{1,9}/.exec(text.slice(refs.end, refs.end + 9))?.[0].length ?? 0);
    if (at === refs.end) return found;
  }
}

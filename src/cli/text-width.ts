/*
 * Columns that text takes on a terminal. Not exact for every font, but right for what counts here: East Asian wide characters and
 * emoji take two columns, combining marks none.
 */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const marksOnly = /^[\p{M}\p{Cf}]+$/u;

/** Columns of a text without escape sequences and line ends. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += graphemeWidth(segment);
  return columns;
}

/** The text cut to at most `columns`, with `…` as its last column when something was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const width = graphemeWidth(segment);
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return columns > 0 ? `${kept}…` : '';
}

/** The text filled up with spaces to `columns`; longer text stays as it is. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/**
 * Breaks text into lines of at most `columns`, at spaces where there are any. Every line end of the text stays a line end, and no
 * character is lost but the space a line is broken at.
 */
export function wrapToWidth(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(columns, 8)));
}

function wrapLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let current = '';
  let width = 0;
  for (const word of line.split(/(?<= )/)) {
    const wordWidth = textWidth(word.trimEnd());
    if (width > 0 && width + wordWidth > columns) {
      lines.push(current.trimEnd());
      current = '';
      width = 0;
    }
    for (const piece of wordWidth > columns ? chop(word, columns) : [word]) {
      if (width > 0 && width + textWidth(piece.trimEnd()) > columns) {
        lines.push(current.trimEnd());
        current = '';
        width = 0;
      }
      current += piece;
      width += textWidth(piece);
    }
  }
  lines.push(current.trimEnd());
  return lines;
}

function chop(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const { segment } of segmenter.segment(word)) {
    const next = graphemeWidth(segment);
    if (width + next > columns) {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += segment;
    width += next;
  }
  return [...pieces, piece];
}

function graphemeWidth(grapheme: string): number {
  if (marksOnly.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

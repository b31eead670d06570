/*
 * Model text and file names are somebody else's bytes: on a terminal an escape sequence in them could move the cursor, set the
 * title or hide a finding. Here every control and every character that reorders text becomes something to look at.
 */

/** Controls (Cc), line and paragraph separators, and the marks that reorder or hide text (Cf), but no joiner of scripts. */
const unsafe =
  /[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text of several lines: line ends stay (CRLF and lone CR become one), tabs become spaces, the rest is shown as a picture. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(unsafe, (character) => (character === '\n' ? '\n' : picture(character)));
}

/** Text that must stay on one line, such as a file name: line ends are shown as pictures too. */
export function visibleLine(text: string): string {
  return text.replace(unsafe, picture);
}

/** The same for a whole diff or source line, where a tab is wanted as it is. */
export function visibleCode(text: string): string {
  return text.replace(unsafe, (character) =>
    character === '\n' || character === '\t' ? character : picture(character),
  );
}

/** A control picture for C0 and DEL (U+2400 block), the code point in brackets for anything else. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

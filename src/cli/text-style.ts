/** Emphasis on a terminal, or nothing at all where colours are not wanted (`NO_COLOR`, a pipe). Nesting is not needed here. */
export interface TextStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
}

export function textStyle(enabled: boolean): TextStyle {
  const code =
    (on: number, off: number) =>
    (text: string): string =>
      enabled && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    yellow: code(33, 39),
    green: code(32, 39),
    blue: code(36, 39),
  };
}

import type { Readable, Writable } from 'node:stream';
import { cutToWidth } from './text-width';
import { textStyle, type TextStyle } from './text-style';

/** What the terminal code needs to know of the process; tests give streams of their own. */
export interface TerminalStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Lines for a person on stdout, messages on stderr, and one status line that is redrawn in place where a terminal can. */
export class Terminal {
  /** The status line is redrawn in place; otherwise nothing but whole lines is ever written. */
  readonly live: boolean;
  /** A person can be asked: both ends are a terminal. */
  readonly interactive: boolean;
  readonly style: TextStyle;
  private shown = '';
  private quiet = false;

  /** @param json stdout carries events and nothing else, so every line for a person goes to stderr. */
  constructor(
    readonly streams: TerminalStreams,
    private readonly json = false,
    noInput = false,
  ) {
    const { stdin, stdout, env } = streams;
    const terminal = stdout.isTTY === true && env['TERM'] !== 'dumb';
    this.live = terminal && !json;
    this.interactive = terminal && stdin.isTTY === true && !json && !noInput;
    this.style = textStyle(this.live && !env['NO_COLOR']);
  }

  /** Columns to lay text out in; endless where lines go to a file or a pipe. */
  get columns(): number {
    if (!this.live) return Number.POSITIVE_INFINITY;
    return Math.max(30, Math.min(this.streams.stdout.columns || 80, 140));
  }

  /** A lasting line. */
  line(text = ''): void {
    if (this.quiet && !this.json) return;
    this.around(() => this.person.write(`${text}\n`));
  }

  /** A message that is no result: on stderr always. */
  note(text: string): void {
    this.around(() => this.streams.stderr.write(`${text}\n`));
  }

  /** One line of data on stdout, exactly as it is. */
  data(text: string): void {
    if (!this.quiet) this.around(() => this.streams.stdout.write(text));
  }

  /** Shows `text` as the status line, or takes it away (null). Nothing at all where lines only can be written. */
  status(text: string | null): void {
    if (!this.live || this.quiet) return;
    const next = text === null ? '' : cutToWidth(text, this.columns - 1);
    if (next === this.shown) return;
    this.erase();
    this.shown = next;
    this.draw();
  }

  /** The reader of stdout is gone (EPIPE): from here on nothing is written to it. */
  silence(): void {
    this.quiet = true;
  }

  private get person(): Writable {
    return this.json ? this.streams.stderr : this.streams.stdout;
  }

  private around(write: () => void): void {
    if (!this.quiet) this.erase();
    write();
    if (!this.quiet) this.draw();
  }

  private erase(): void {
    if (this.shown !== '') this.streams.stdout.write('\r\u001b[2K');
  }

  private draw(): void {
    if (this.shown !== '') this.streams.stdout.write(this.style.dim(this.shown));
  }
}

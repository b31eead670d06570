import type { Readable, Writable } from 'node:stream';
import { cutToWidth, wrapToWidth } from './text-width';
import { redact } from '../util/redact';
import { textStyle, type TextStyle } from './text-style';

/** What the terminal code needs to know of the process; tests give streams of their own. */
export interface TerminalStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Lines for a person on stdout, messages on stderr, and one status line that is redrawn in place where a terminal can. */
export class Terminal {
  /** Somebody looks at stdout, so nothing in texts may act on their terminal. */
  readonly shown: boolean;
  /** The status line is redrawn in place; otherwise nothing but whole lines is ever written. */
  readonly live: boolean;
  /** A person can be asked: both ends are a terminal. */
  readonly interactive: boolean;
  readonly style: TextStyle;
  private readonly home: string | null;
  private statusLine = '';
  private quiet = false;

  /** @param onlyData stdout carries events and nothing else, so every line for a person goes to stderr. */
  constructor(
    readonly streams: TerminalStreams,
    private readonly onlyData = false,
    noInput = false,
  ) {
    const { stdin, stdout, env } = streams;
    this.home = env['HOME'] ?? env['USERPROFILE'] ?? null;
    this.shown = stdout.isTTY === true;
    const terminal = this.shown && env['TERM'] !== 'dumb';
    this.live = terminal && !onlyData;
    this.interactive = terminal && stdin.isTTY === true && !onlyData && !noInput;
    this.style = textStyle(this.live && !env['NO_COLOR']);
  }

  /** Columns to lay text out in; endless where lines go to a file or a pipe. */
  get columns(): number {
    if (!this.live) return Number.POSITIVE_INFINITY;
    return Math.max(30, Math.min(this.streams.stdout.columns || 80, 140));
  }

  /** A lasting line. Outside a terminal it lands in a log, so keys and home paths are taken out of it (rulings 30). */
  line(text = ''): void {
    if (this.quiet && !this.onlyData) return;
    const shown = this.shown ? text : redact(text, this.home);
    this.around(() => this.person.write(`${shown}\n`));
  }

  /** A message that is no result: on stderr always, broken to the width of a terminal. */
  note(text: string): void {
    const { stderr } = this.streams;
    const lines =
      stderr.isTTY === true ? wrapToWidth(text, stderr.columns || 80) : [redact(text, this.home)];
    this.around(() => stderr.write(`${lines.join('\n')}\n`));
  }

  /** A line of JSON, exactly as it is in a pipe; on a terminal its controls are escaped, which means the same to a reader. */
  json(line: string): void {
    this.data(`${this.shown ? line.replace(controls, escaped) : line}\n`);
  }

  /** One line of data on stdout, exactly as it is. */
  data(text: string): void {
    if (!this.quiet) this.around(() => this.streams.stdout.write(text));
  }

  /** Shows `text` as the status line, or takes it away (null). Nothing at all where lines only can be written. */
  status(text: string | null): void {
    if (!this.live || this.quiet) return;
    const next = text === null ? '' : cutToWidth(text, this.columns - 1);
    if (next === this.statusLine) return;
    this.erase();
    this.statusLine = next;
    this.draw();
  }

  /** The reader of stdout is gone (EPIPE): from here on nothing is written to it. */
  silence(): void {
    this.quiet = true;
  }

  private get person(): Writable {
    return this.onlyData ? this.streams.stderr : this.streams.stdout;
  }

  private around(write: () => void): void {
    if (!this.quiet) this.erase();
    write();
    if (!this.quiet) this.draw();
  }

  private erase(): void {
    if (this.statusLine !== '') this.streams.stdout.write('\r\u001b[2K');
  }

  private draw(): void {
    if (this.statusLine !== '') this.streams.stdout.write(this.style.dim(this.statusLine));
  }
}

/** What JSON leaves as it is and a terminal may act on. */
const controls = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

import { createInterface, type Interface } from 'node:readline';
import type { Terminal } from './terminal';

/** Time in which what was typed before a question stood there is thrown away: a stray Enter must not answer it. */
const settleMilliseconds = 60;

/**
 * Reads answers of a person, one question at a time. Null is no answer: end of input (Ctrl-D), or the signal. Lines that come in one
 * piece with the first (a paste) belong to the same answer; lines that come when nothing was asked are dropped.
 */
export class LineReader {
  private readonly input: Interface;
  private waiting: ((line: string | null) => void) | null = null;
  private collected: string[] = [];
  private closed = false;

  private constructor(
    private readonly terminal: Terminal,
    signal: AbortSignal,
    interrupt: () => void,
  ) {
    const { stdin, stdout } = terminal.streams;
    this.input = createInterface({ input: stdin, output: stdout, terminal: true, historySize: 0 });
    this.input.on('SIGINT', interrupt);
    this.input.on('line', (line) => this.take(line));
    this.input.on('close', () => {
      this.closed = true;
      this.settle(null);
    });
    signal.addEventListener('abort', () => this.close(), { once: true });
    if (signal.aborted) this.close();
  }

  /** @param interrupt called on Ctrl-C, which readline takes from the process while it reads. */
  static async open(
    terminal: Terminal,
    signal: AbortSignal,
    interrupt: () => void,
  ): Promise<LineReader> {
    const reader = new LineReader(terminal, signal, interrupt);
    await new Promise((resolve) => setTimeout(resolve, settleMilliseconds));
    return reader;
  }

  /** Asks, and resolves with the answer as typed, or with null when there is none. */
  ask(question: string): Promise<string | null> {
    if (this.closed) return Promise.resolve(null);
    this.collected = [];
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.input.setPrompt(question);
      this.input.prompt();
    });
  }

  /** A closed reader answers every question with null. */
  close(): void {
    if (!this.closed) this.input.close();
  }

  private take(line: string): void {
    if (this.waiting === null) return;
    this.collected.push(line);
    if (this.collected.length === 1) setImmediate(() => this.settle(this.collected.join('\n')));
  }

  private settle(answer: string | null): void {
    const { waiting } = this;
    this.waiting = null;
    if (answer === null && waiting !== null) this.terminal.line();
    waiting?.(answer);
  }
}

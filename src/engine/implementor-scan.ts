import { answersOf, bareAnswer, type AnswerLine } from './answer-line';
import type { AnswerKind } from './finding';
import { refsAt, type FindingRef } from './finding-refs';
import { statusLineOf, type StatusLine } from './fixed-sentences';
import { foldSpace } from './fold-text';
import {
  afterDecoration,
  closesFence,
  fenceOf,
  headOf,
  indentOf,
  replyLines,
  type Fence,
  type ReplyLine,
} from './reply-lines';

/** One statement about some findings, with its own lines verbatim. */
export interface Statement {
  readonly refs: readonly FindingRef[];
  readonly answer: AnswerKind | null;
  readonly reason: string;
  readonly text: string;
  /** Lens of the section line it stands under, as written; null: none. */
  readonly section: string | null;
}

export interface ImplementorScan {
  readonly done: boolean;
  readonly bareDone: boolean;
  readonly blocked: StatusLine | null;
  readonly statements: readonly Statement[];
  /** Table rows by the finding number in one of their first cells: no form of answer, but what was said (rulings 28). */
  readonly tableRows: ReadonlyMap<number, string>;
}

/** Reads an Implementor's reply from `from` on. One pass (two when a fence never ends), linear, total. */
export function scanImplementor(
  reply: string,
  from: number,
  isLens: (tag: string) => boolean,
): ImplementorScan {
  const scan = new Scan(reply, isLens, true);
  for (const line of replyLines(reply, from)) scan.read(line);
  if (!scan.fenceIsOpen()) return scan.finish();
  // A fence that never ends would hide the answers behind it: read again as if there were no fences.
  const again = new Scan(reply, isLens, false);
  for (const line of replyLines(reply, from)) again.read(line);
  return again.finish();
}

interface OpenStatement {
  readonly line: AnswerLine;
  answer: AnswerKind | null;
  reasonStart: number;
  readonly start: number;
  end: number;
  /** The answer may still come on the next line. */
  open: boolean;
}

class Scan {
  private done = false;
  private bareDone = false;
  private blocked: StatusLine | null = null;
  private readonly statements: Statement[] = [];
  private readonly tableRows = new Map<number, string>();
  private current: OpenStatement[] = [];
  private section: string | null = null;
  private inResponses = false;
  private afterBlank = false;
  private outer: Fence | null = null;
  private inner: Fence | null = null;

  constructor(
    private readonly reply: string,
    private readonly isLens: (tag: string) => boolean,
    private readonly fences: boolean,
  ) {}

  fenceIsOpen(): boolean {
    return this.inner !== null;
  }

  finish(): ImplementorScan {
    this.close();
    const { done, bareDone, blocked, statements, tableRows } = this;
    return { done, bareDone, blocked, statements, tableRows };
  }

  read(line: ReplyLine): void {
    const { text } = line;
    const fence = fenceOf(line.raw);
    if (this.inner) {
      this.extend(line);
      if (fence && closesFence(fence, this.inner)) this.inner = null;
      return;
    }
    if (text === '') {
      this.afterBlank = true;
      return;
    }
    if (fence) this.readFence(line, fence);
    else if (text.startsWith('>')) this.extend(line);
    else if (text.startsWith('|')) this.readTableRow(line);
    else if (!this.readStatus(line) && !this.readAnswers(line)) this.readText(line, text);
    this.afterBlank = false;
  }

  private readFence(line: ReplyLine, fence: Fence): void {
    const closes = this.outer !== null && closesFence(fence, this.outer);
    if (closes && fence.indent <= (this.outer?.indent ?? 0)) {
      this.close();
      this.outer = null;
    } else if (this.current.length > 0 && !this.afterBlank && this.fences) {
      this.inner = fence;
      this.extend(line);
    } else {
      this.close();
      this.outer ??= fence;
    }
  }

  private readStatus(line: ReplyLine): boolean {
    const status = statusLineOf(line);
    if (!status) return false;
    if (status.word === 'DONE' && !status.bare) {
      // `Done: FINDING #1` is an answer.
      const rest = headOf(this.reply.slice(status.valueStart, line.end)).text;
      if (refsAt(rest, afterDecoration(rest), this.isLens)?.marked) return false;
    }
    this.close();
    if (status.word === 'BLOCKED') this.blocked ??= status;
    else if (status.bare) this.bareDone = true;
    else this.done = true;
    return true;
  }

  private readAnswers(line: ReplyLine): boolean {
    const found = answersOf(line, {
      isLens: this.isLens,
      inResponses: this.inResponses,
      continues: this.current.length > 0,
    });
    if (found.length === 0) return false;
    this.close();
    this.current = found.map((answer) => ({
      line: answer,
      answer: answer.answer,
      reasonStart: answer.reasonStart,
      start: line.start,
      end: line.end,
      open: answer.open,
    }));
    return true;
  }

  private readText(line: ReplyLine, text: string): void {
    const first = this.current[0];
    if (first?.open) {
      first.open = false;
      const words = bareAnswer(line);
      if (words) {
        first.answer = words.answer;
        first.reasonStart = words.reasonStart;
        first.end = line.end;
        return;
      }
    }
    const section = sectionOf(text);
    if (section !== null) {
      this.close();
      this.section = this.isLens(section) ? section : null;
    } else if (/^[#*_` ]{0,12}responses[*_` ]{0,6}:?[*_` ]{0,6}$/i.test(text.slice(0, 60))) {
      this.close();
      this.inResponses = true;
    } else if (/^#{1,6} /.test(text)) {
      this.close();
      this.inResponses = false;
    } else if (this.afterBlank && indentOf(line.raw) === 0) {
      this.close();
    } else {
      this.extend(line);
    }
  }

  /** A row's text is kept for the findings it names in its first two cells. */
  private readTableRow(line: ReplyLine): void {
    this.close();
    const cells = line.head.text.slice(0, 300).split('|').slice(1, 3);
    for (const cell of cells) {
      const refs = refsAt(cell, afterDecoration(cell), this.isLens);
      if (!refs || cell.slice(refs.end).trim() !== '') continue;
      for (const { from, to } of refs.refs) {
        for (let number = from; number <= Math.min(to, from + 100); number += 1) {
          if (!this.tableRows.has(number)) this.tableRows.set(number, line.raw.trim());
        }
      }
    }
  }

  private extend(line: ReplyLine): void {
    for (const statement of this.current) statement.end = line.end;
  }

  /** The statement being read is complete. */
  private close(): void {
    for (const { line, answer, reasonStart, start, end } of this.current) {
      const text = this.reply.slice(start, end).trim();
      const reason = cleanReason(this.reply.slice(Math.min(reasonStart, end), end), text);
      this.statements.push({ refs: line.refs, answer, reason, text, section: this.section });
    }
    this.current = [];
  }
}

/** Lens of an echoed section line `=== CRITIC: <lens> ===`; null: it is none. */
function sectionOf(text: string): string | null {
  if (text.length > 200) return null;
  const match = /^[#*_` ]*={2,} *critic *: *([^=]+)={2,}[*_` ]*$/i.exec(foldSpace(text));
  return match?.[1]?.trim() ?? null;
}

/** Takes off emphasis and a bracket that were opened before the reason. */
function cleanReason(raw: string, text: string): string {
  let reason = raw.trim();
  if (reason.endsWith(')') && !reason.includes('(') && text.includes('(')) {
    reason = reason.slice(0, -1).trimEnd();
  }
  for (const mark of ['**', '__', '*', '_', '`']) {
    if (reason.endsWith(mark) && reason.indexOf(mark) === reason.length - mark.length) {
      reason = reason.slice(0, -mark.length).trimEnd();
    }
  }
  return reason;
}

import { finishFinding, severityOf, type Draft, type Field } from './critic-finding';
import { headerOf } from './critic-header';
import { labelOf, looksLikeLabel, type FieldName, type LabelLine } from './critic-label';
import type { Finding } from './finding';
import { isCleanLine, statusLineOf, type StatusLine } from './fixed-sentences';
import { withoutZeroWidth } from './fold-text';
import {
  closesFence,
  fenceOf,
  indentOf,
  replyLines,
  type Fence,
  type ReplyLine,
} from './reply-lines';

/** What stands in a Critic's reply, before it is decided what the reply means. */
export interface CriticScan {
  readonly findings: readonly Finding[];
  /** What makes the whole reply INVALID; null: nothing. */
  readonly problem: string | null;
  /** The first line that says something, when it is a status line. */
  readonly firstStatus: StatusLine | null;
  /** A line of its own says that there are no findings (rulings 20). */
  readonly saysClean: boolean;
  /** A line begins with BLOCKED (rulings 22). */
  readonly saysBlocked: boolean;
  readonly empty: boolean;
}

/**
 * Reads the list of findings from `from` on (rulings 20 to 23). One pass, linear, total. Doubt whether something is a finding of its own
 * is a problem, so that a list never comes out shorter than it was meant (field-notes.md, row 6).
 */
export function scanCritic(reply: string, from: number): CriticScan {
  const scan = new Scan(reply);
  for (const line of replyLines(reply, from)) scan.read(line);
  return scan.finish();
}

/** A block inside which lines are looked at only for what they would hide: a fence in a field, or `>` lines. */
interface Block {
  readonly fence: Fence | null;
  /** It stands where a finding could stand, so a complete finding in it is no quotation. */
  readonly suspicious: boolean;
  /** The field as it was before a fence that may as well end the fence around the list. */
  readonly before: { readonly end: number; readonly written: boolean } | null;
  header: boolean;
  severity: boolean;
  status: boolean;
}

function newBlock(fence: Fence | null, suspicious: boolean, before: Block['before']): Block {
  return { fence, suspicious, before, header: false, severity: false, status: false };
}

class Scan {
  private readonly drafts: Draft[] = [];
  private readonly mentions: number[] = [];
  private problem: string | null = null;
  private firstStatus: StatusLine | null = null;
  private empty = true;
  private saysClean = false;
  private saysBlocked = false;

  /** The field that lines belong to; null: none yet, or text the format has no place for. */
  private field: Field | null = null;
  private fieldName: FieldName | null = null;
  private labelIndent = 0;
  /** End of text after a finding that may yet turn out to be the field's own; null: there is none. */
  private looseEnd: number | null = null;
  private afterBlank = false;
  /** An odd number of quotation marks stands in the field so far. */
  private inQuotation = false;
  private lastText = '';

  /** A fence around (part of) the list. */
  private outer: { readonly fence: Fence; hasHeader: boolean; saysClean: boolean } | null = null;
  private inner: Block | null = null;
  private quoted: Block | null = null;

  constructor(private readonly reply: string) {}

  read(line: ReplyLine): void {
    if (this.inner) this.readInner(line, this.inner);
    else this.readOuter(line);
  }

  private readOuter(line: ReplyLine): void {
    const { text } = line;
    if (text === '' || isRule(text)) {
      this.afterBlank = true;
      return;
    }
    this.lastText = text.length > 12 ? '' : text;
    const fence = fenceOf(line.raw);
    if (fence) this.readFence(line, fence);
    else if (text.startsWith('>')) this.readQuoted(line);
    else this.readPlain(line);
  }

  private readPlain(line: ReplyLine): void {
    this.quoted = null;
    if (this.empty) this.firstStatus = statusLineOf(line);
    this.empty = false;
    if (this.readHeader(line) || this.readLabel(line)) return;
    this.readStatus(line);
    this.readText(line);
    this.afterBlank = false;
  }

  finish(): CriticScan {
    const { inner, outer } = this;
    if (inner?.header || inner?.severity || inner?.status) this.fail('a code fence never ends');
    if (inner?.before && this.field) Object.assign(this.field, inner.before);
    if (outer?.saysClean) this.saysClean = true;
    if (/^(?:FIN|FIND|FINDI|FINDIN)$/.test(this.lastText)) this.fail('the reply breaks off');
    const findings: Finding[] = [];
    for (const [index, draft] of this.drafts.entries()) {
      const finding = finishFinding(this.reply, draft, index + 1);
      if (typeof finding === 'string') this.fail(finding);
      else findings.push(finding);
    }
    const known = new Set(findings.map((finding) => finding.number));
    const unknown = this.mentions.find((number) => !known.has(number));
    if (unknown !== undefined) this.fail(`finding ${unknown} is named but not readable`);
    const { problem, firstStatus, saysClean, saysBlocked, empty } = this;
    return { findings, problem, firstStatus, saysClean, saysBlocked, empty };
  }

  private fail(why: string): void {
    this.problem ??= why;
  }

  private readInner(line: ReplyLine, block: Block): void {
    if (this.field) extend(this.field, line);
    const fence = fenceOf(line.raw);
    if (fence && block.fence && closesFence(fence, block.fence)) {
      this.inner = null;
      this.afterBlank = false;
    } else {
      this.look(line, block);
    }
  }

  private readFence(line: ReplyLine, fence: Fence): void {
    const { field, outer } = this;
    this.quoted = null;
    if (field && this.looseEnd === null) {
      const ends =
        outer !== null && closesFence(fence, outer.fence) && fence.indent <= outer.fence.indent;
      if (ends && field.written) {
        this.closeOuter();
        this.looseEnd = field.end;
      } else {
        const suspicious = field.written && fence.indent === 0 && !this.valueEnds(field, ':');
        const before = ends ? { end: field.end, written: field.written } : null;
        this.inner = newBlock(fence, suspicious, before);
        extend(field, line);
      }
    } else if (!outer) {
      this.outer = { fence, hasHeader: false, saysClean: false };
    } else if (closesFence(fence, outer.fence)) {
      this.closeOuter();
    }
    this.afterBlank = false;
  }

  private closeOuter(): void {
    if (this.outer?.hasHeader && this.outer.saysClean) this.saysClean = true;
    this.outer = null;
  }

  /** A `>` line is content of the field it stands in (rulings 21), and nothing outside one. */
  private readQuoted(line: ReplyLine): void {
    const field = this.looseEnd === null ? this.field : null;
    const suspicious =
      field === null || (field.written && indentOf(line.raw) === 0 && !this.valueEnds(field, ':'));
    this.quoted ??= newBlock(null, suspicious, null);
    const skipped = /^[\s>]{0,40}/.exec(line.raw)?.[0].length ?? 0;
    this.look(line.from(skipped), this.quoted);
    if (field) extend(field, line);
    else if (this.looseEnd !== null) this.looseEnd = line.end;
    this.empty = false;
    this.afterBlank = false;
  }

  private look(line: ReplyLine, block: Block): void {
    if (headerOf(line)?.kind === 'header') block.header = true;
    const label = labelOf(line);
    if (label?.field === 'severity' && severityOf(this.reply.slice(label.valueStart, line.end))) {
      block.severity = true;
    }
    if (isCleanLine(line) || isBlocked(line)) block.status = true;
    if (block.suspicious && block.header && block.severity) {
      this.fail('a finding stands inside a quoted block');
    }
  }

  private readHeader(line: ReplyLine): boolean {
    const header = headerOf(line);
    if (header?.kind === 'header') {
      this.drafts.push({ number: header.number, tagOffset: header.tagOffset, fields: new Map() });
      this.leaveField();
      this.afterBlank = false;
      if (this.outer) this.outer.hasHeader = true;
      return true;
    }
    if (header && !this.inQuotation) {
      if (header.kind === 'malformed') this.fail('a header names no one finding');
      else if (indentOf(line.raw) === 0) this.mentions.push(header.number);
    }
    return false;
  }

  private leaveField(): void {
    this.field = null;
    this.fieldName = null;
    this.looseEnd = null;
    this.inQuotation = false;
  }

  private readLabel(line: ReplyLine): boolean {
    const label = labelOf(line);
    if (!label) return false;
    const draft = this.drafts.at(-1);
    const value = this.reply.slice(label.valueStart, line.end);
    if (!draft) {
      if (label.field === 'severity' && value.trim() !== '') {
        this.fail('a severity stands outside a finding');
      }
      return false;
    }
    if (draft.fields.has(label.field)) {
      if (label.field === 'evidence' && this.fieldName === 'evidence') return false;
      this.fail(`finding ${this.drafts.length} has its ${label.field} twice`);
      return true;
    }
    this.openField(draft, label, line, value);
    return true;
  }

  private openField(draft: Draft, label: LabelLine, line: ReplyLine, value: string): void {
    if (this.field && this.looseEnd !== null) this.field.end = this.looseEnd;
    this.leaveField();
    const field: Field = {
      start: label.valueStart,
      end: line.end,
      written: withoutZeroWidth(value).trim() !== '',
      openEmphasis: label.openEmphasis,
    };
    draft.fields.set(label.field, field);
    this.field = field;
    this.fieldName = label.field;
    this.labelIndent = label.indent;
    this.afterBlank = false;
    const fence = fenceOf(value);
    if (fence) {
      this.inner = newBlock(fence, false, null);
    }
    this.readInside(value);
  }

  private readStatus(line: ReplyLine): void {
    if (isCleanLine(line)) {
      if (this.outer) this.outer.saysClean = true;
      else this.saysClean = true;
    }
    if (isBlocked(line)) this.saysBlocked = true;
    if (!this.inQuotation && looksLikeSeverity(line)) {
      this.fail('a severity stands outside a finding');
    }
    if (/^<\/think\s{0,9}>$/i.test(line.text)) this.fail('a thinking block ends that never began');
  }

  private readText(line: ReplyLine): void {
    const { field } = this;
    if (!field) return;
    if (this.looseEnd !== null) {
      this.looseEnd = line.end;
      return;
    }
    const written = field.written;
    if (this.fieldName !== 'issue' && this.fieldName !== 'evidence' && written) {
      // One-line fields: another label of the Critic's own, or a paragraph, is no part of them.
      if (this.afterBlank || looksLikeLabel(line)) {
        this.leaveField();
        return;
      }
      if (this.fieldName === 'severity') this.fail('text follows a severity');
    }
    if (written && this.afterBlank && this.standsOutside(line, field)) {
      this.looseEnd = line.end;
      return;
    }
    extend(field, line);
    this.readInside(line.raw);
  }

  /** Whether a paragraph stands outside the finding: left of its labels, or behind a quotation that is complete. */
  private standsOutside(line: ReplyLine, field: Field): boolean {
    const indent = indentOf(line.raw);
    if (indent < this.labelIndent) return true;
    return indent === 0 && this.fieldName === 'evidence' && this.endsQuotation(field);
  }

  /** Text inside a field: keeps count of quotation marks and looks for a finding that begins in the middle of a line. */
  private readInside(text: string): void {
    if (!/"|severity/i.test(text)) return;
    let marks = this.inQuotation ? 1 : 0;
    const count = (part: string): void => {
      for (let at = part.indexOf('"'); at >= 0; at = part.indexOf('"', at + 1)) marks += 1;
    };
    let done = 0;
    for (const match of text.matchAll(/severity/gi)) {
      const before = text.slice(Math.max(0, match.index - 80), match.index);
      if (!/\bfinding *#? *\d{1,9}\D{0,60}$/i.test(before)) continue;
      count(text.slice(done, match.index));
      done = match.index;
      if (
        marks % 2 === 0 &&
        /^severity[*_`]* *[:\u2010-\u2015-]/i.test(text.slice(done, done + 20))
      ) {
        this.fail('a finding begins in the middle of a line');
      }
    }
    count(text.slice(done));
    this.inQuotation = marks % 2 !== 0;
  }

  private valueEnds(field: Field, end: string): boolean {
    return this.tail(field)
      .replace(/[*_`]+$/, '')
      .endsWith(end);
  }

  private endsQuotation(field: Field): boolean {
    return /["'`\u201c\u201d\u2019\u00bb\u300d\u300f\u300b][.,;:)*_ ]{0,9}$/.test(this.tail(field));
  }

  private tail(field: Field): string {
    return this.reply.slice(Math.max(field.start, field.end - 40), field.end).trimEnd();
  }
}

/** Takes one more line that says something into a field. */
function extend(field: Field, line: ReplyLine): void {
  field.end = line.end;
  field.written = true;
}

function isBlocked(line: ReplyLine): boolean {
  const status = statusLineOf(line);
  if (status?.word !== 'BLOCKED') return false;
  return status.capitals || (!status.bare && indentOf(line.raw) === 0);
}

/** `| Severity | HIGH |`, `"severity": "LOW",`, `<li>Severity: HIGH</li>`: a severity in a form that is none of ours. */
function looksLikeSeverity(line: ReplyLine): boolean {
  return strangeSeverity.test(line.head.text.slice(0, 200));
}

const strangeSeverity =
  /^(?:<[^<>]{0,40}>|[^\p{L}<]){0,40}severity(?:<[^<>]{0,40}>|[^\p{L}<]){1,20}(?:high|medium|low)(?:<[^<>]{0,40}>|[^\p{L}<]){0,40}$/iu;

/** A horizontal rule or the underline of a heading. */
function isRule(text: string): boolean {
  return text.length < 400 && /^(?:[-_*=] ?){3,}$/.test(text);
}

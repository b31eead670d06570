import { constants } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { journalVersion, parseRunEvent, type RunEvent } from '../engine/build-verify/events';
import type { Journal } from '../engine/ports';
import { asArtifactError, errorCode } from './artifact-error';
import type { Disk } from './disk';

/** Why a journal cannot be read. */
export type JournalReason = 'missing' | 'damaged' | 'version' | 'closed';

/** A journal that cannot be used, with the line (1-based) where that was seen; null for the file as a whole. */
export class JournalError extends Error {
  override readonly name = 'JournalError';

  constructor(
    readonly reason: JournalReason,
    readonly file: string,
    readonly line: number | null,
    why: string,
  ) {
    super(line === null ? `${file}: ${why}` : `${file}, line ${String(line)}: ${why}`);
  }
}

/** What a journal file holds. */
export interface JournalContent {
  readonly events: readonly RunEvent[];
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
  /** Bytes after it: a line that a crash cut off. */
  readonly torn: number;
}

/**
 * Reads a journal. A last line without its end was being written when its process died: it is left out and its bytes counted.
 * @throws JournalError `missing`, `version` for a newer journal, `damaged` for any other line that is no event
 */
export async function readJournal(file: string): Promise<JournalContent> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new JournalError('missing', file, null, 'there is no such run');
    }
    throw asArtifactError(error, file);
  }
  const events: RunEvent[] = [];
  let from = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
    events.push(parseLine(bytes.toString('utf8', from, end), file, events.length));
    from = end + 1;
  }
  return { events, length: from, torn: bytes.byteLength - from };
}

/** The journal of a run that has begun. @throws JournalError also for one whose process died before its first event was whole */
export async function readBegun(file: string): Promise<JournalContent> {
  const content = await readJournal(file);
  if (content.events.length > 0) return content;
  const why = 'the run was cut off before it had begun, there is nothing in it';
  throw new JournalError('damaged', file, null, why);
}

/** The journal of a run that this process owns: append-only, each event one line, whole lines only. */
export class JournalFile implements Journal {
  private last: Promise<void> = Promise.resolve();
  private closed = false;

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
    private readonly disk: Disk,
    private readonly isHeld: () => Promise<boolean>,
    private length: number,
  ) {}

  /**
   * Opens a journal for appending after `length` bytes; what stands behind them (a torn line) is cut off.
   * @param isHeld asked before each append: an owner that lost the run writes nothing more
   */
  static async open(
    file: string,
    length: number,
    disk: Disk,
    isHeld: () => Promise<boolean>,
  ): Promise<JournalFile> {
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
      const handle = await open(file, flags, 0o600);
      await handle.truncate(length);
      return new JournalFile(file, handle, disk, isHeld, length);
    } catch (error) {
      throw asArtifactError(error, file);
    }
  }

  /** Appends one event. @throws ArtifactError `disk-full` or `io` (the line is not there then), JournalError `closed` */
  append(event: RunEvent, durable: boolean): Promise<void> {
    const next = this.last.then(() => this.write(event, durable));
    // A failed append fails its caller; the next one is tried on its own.
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Ends appending; waits for what is under way. */
  async close(): Promise<void> {
    this.closed = true;
    await this.last;
    await this.handle.close().catch(() => undefined);
  }

  private async write(event: RunEvent, durable: boolean): Promise<void> {
    if (this.closed) throw new JournalError('closed', this.file, null, 'the run was closed');
    if (!(await this.isHeld())) {
      throw new JournalError('closed', this.file, null, 'the run belongs to another process now');
    }
    const line = Buffer.from(`${JSON.stringify(event)}\n`, 'utf8');
    try {
      await this.disk.write(this.handle, line, this.length);
      if (durable) await this.disk.sync(this.handle);
      this.length += line.byteLength;
    } catch (error) {
      // Half a line in the middle of a journal would make it unreadable.
      await this.handle.truncate(this.length).catch(() => undefined);
      throw asArtifactError(error, this.file);
    }
  }
}

function parseLine(line: string, file: string, index: number): RunEvent {
  const fail = (reason: JournalReason, why: string): never => {
    throw new JournalError(reason, file, index + 1, why);
  };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return fail('damaged', 'this is not an event (no JSON); the run cannot be read');
  }
  const version = versionOf(value);
  if (version !== null && version > journalVersion) {
    return fail(
      'version',
      `it was written by a newer version of this program (journal version ${String(version)}); update to read it`,
    );
  }
  const event = parseRunEvent(value);
  if ('error' in event) return fail('damaged', `this is not an event: ${event.error}`);
  if (event.seq !== index) {
    return fail('damaged', `event ${String(index)} is missing (found ${String(event.seq)})`);
  }
  return event;
}

function versionOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('v' in value)) return null;
  return typeof value.v === 'number' ? value.v : null;
}

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from './artifact-error';
import { temporaryName } from './disk';

/** Milliseconds between two heartbeats. */
const beat = 5_000;
/** Milliseconds after which the lock of another machine counts as left behind. */
const silence = 30_000;
/** Milliseconds after which the guard of a taking process counts as left behind. */
const guardSilence = 10_000;

const recordSchema = z.object({
  token: z.string(),
  pid: z.number().int(),
  /** Machine, its start and the process namespace: process ids mean something only inside all three. */
  machine: z.string(),
  host: z.string(),
  /** When the process began, as the system counts it; null where it does not say. */
  began: z.string().nullable(),
});
type LockRecord = z.infer<typeof recordSchema>;

/** The run belongs to another process, or to another window of this one. */
export class RunLockedError extends Error {
  override readonly name = 'RunLockedError';

  /** @param owner who has it, for a person: `process 4711 on build-3` */
  constructor(
    readonly runId: string,
    readonly owner: string,
  ) {
    super(`Run ${runId} belongs to ${owner}. It can be read here, but not changed.`);
  }
}

/**
 * Ownership of a run: a file that names the process, whose time is its heartbeat. A process of this machine that is gone frees it at
 * once; one of another machine when it has been silent for half a minute.
 */
export class RunLock {
  private timer: NodeJS.Timeout | null = null;
  private lastSeen = Date.now();
  private lost = false;

  private constructor(
    private readonly file: string,
    private readonly record: LockRecord,
  ) {}

  /**
   * Takes the lock of a run folder.
   * @returns the lock, or who holds it
   */
  static async take(folder: string): Promise<RunLock | { readonly owner: string }> {
    const file = path.join(folder, 'lock');
    const record: LockRecord = {
      token: randomBytes(12).toString('hex'),
      pid: process.pid,
      machine: machine(),
      host: os.hostname(),
      began: processStart(process.pid),
    };
    const release = await guard(`${file}.guard`);
    try {
      const owner = await liveOwner(file);
      if (owner !== null) return { owner: describe(owner) };
      const temporary = path.join(folder, temporaryName());
      await writeFile(temporary, JSON.stringify(record), { mode: 0o600, flag: 'wx' });
      await rename(temporary, file);
    } finally {
      await release();
    }
    const lock = new RunLock(file, record);
    lock.timer = setInterval(() => void lock.heartbeat(), beat);
    lock.timer.unref();
    return lock;
  }

  /** Who holds the lock of a run folder now (`process 4711 on build-3`), or null when nobody does. */
  static async owner(folder: string): Promise<string | null> {
    const owner = await liveOwner(path.join(folder, 'lock'));
    return owner === null ? null : describe(owner);
  }

  /** False when another process took the run, which can happen after a long sleep of this machine. */
  async isHeld(): Promise<boolean> {
    if (Date.now() - this.lastSeen > beat * 3) await this.heartbeat();
    return !this.lost;
  }

  /** Frees the run. */
  async release(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    if (this.lost) return;
    this.lost = true;
    const record = await readRecord(this.file);
    if (record?.token === this.record.token) await rm(this.file, { force: true });
  }

  private async heartbeat(): Promise<void> {
    const record = await readRecord(this.file);
    if (record?.token !== this.record.token) {
      this.lost = true;
      return;
    }
    const now = new Date();
    await utimes(this.file, now, now).catch(() => undefined);
    this.lastSeen = now.getTime();
  }
}

async function liveOwner(file: string): Promise<LockRecord | null> {
  const record = await readRecord(file);
  if (record === null) return null;
  if (record.machine === machine()) {
    return isRunning(record.pid) && processStart(record.pid) === record.began ? record : null;
  }
  const seen = await stat(file).catch(() => null);
  return seen !== null && Date.now() - seen.mtimeMs < silence ? record : null;
}

async function readRecord(file: string): Promise<LockRecord | null> {
  try {
    const raw: unknown = JSON.parse(await readFile(file, 'utf8'));
    return recordSchema.parse(raw);
  } catch {
    // None, or one that no version of this program wrote: nobody can be meant by it.
    return null;
  }
}

function describe(record: LockRecord): string {
  return `process ${String(record.pid)} on ${record.host}`;
}

/** Lets one process at a time look at a lock and take it. */
async function guard(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await mkdir(folder);
      return () => rmdir(folder).catch(() => undefined);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      const made = await stat(folder).catch(() => null);
      // One from the future is left behind too: the clock was set back since.
      if (made !== null && Math.abs(Date.now() - made.mtimeMs) > guardSilence) {
        await rmdir(folder).catch(() => undefined);
      }
      await delay(20);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return errorCode(error) === 'EPERM';
  }
}

/** Tells a process from a later one with the same number. Only Linux says it without starting a program. */
function processStart(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name, in parentheses, may hold blanks; the start is the twentieth field after it.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function machine(): string {
  const parts = [os.hostname()];
  try {
    parts.push(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
    parts.push(readlinkSync('/proc/self/ns/pid'));
  } catch {
    // Elsewhere the name has to do.
  }
  return parts.join(' ');
}

import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunEvent } from '../engine/build-verify/events';
import type { Journal } from '../engine/ports';
import { ArtifactError, asArtifactError, errorCode } from './artifact-error';
import { realDisk, writePrivateFile, type Disk } from './disk';
import { JournalError, JournalFile, readBegun } from './journal-file';
import { NodeWorkspace } from './node-workspace';
import { RunLock } from './run-lock';
import { listRun, type RunListing } from './run-listing';

/** A run as it lies on disk. */
export interface StoredRun {
  readonly id: string;
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** Who is at work on it (`process 4711 on build-3`), other than who opened it; null: nobody. */
  readonly owner: string | null;
  /** As they were on disk when it was opened. */
  readonly events: readonly RunEvent[];
  /** Bytes of a last line that a crash had cut off (or that is being written): left out. */
  readonly torn: number;
  readonly workspace: NodeWorkspace;
}

/** One run of the store. Opened by one owner; everybody else gets it read-only. Its owner takes a torn line away. */
export interface OpenRun extends StoredRun {
  readonly readOnly: boolean;
  /** Rejects when the run is read-only. */
  readonly journal: Journal;
  /** Writes report.md and report.json, whole or not at all. */
  writeReport(markdown: string, json: unknown): Promise<void>;
  /** Removes staged files that nobody needs any more. */
  dropStaging(): Promise<void>;
  /** Frees the run; closing twice is closing once. */
  release(): Promise<void>;
}

/** The runs of a workspace folder, under `.bvl/runs`. Nothing is made there before the first run is. */
export class RunStore {
  /** Real path of the workspace folder is found when needed; this is the one given. */
  readonly root: string;
  readonly runsFolder: string;

  constructor(
    root: string,
    private readonly disk: Disk = realDisk,
  ) {
    this.root = path.resolve(root);
    this.runsFolder = path.join(this.root, '.bvl', 'runs');
  }

  /** A name that sorts by time and is new: `20261130-184207-3f9a1c`, in UTC. */
  newRunId(now: Date): string {
    const digits = now.toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
    return `${digits}-${randomBytes(3).toString('hex')}`;
  }

  /** The folder of a run. @throws JournalError `missing` for a name that is no run id */
  folderOf(runId: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(runId)) {
      throw new JournalError('missing', runId, null, 'there is no such run');
    }
    return path.join(this.runsFolder, runId);
  }

  /**
   * Makes a run folder and owns it.
   * @throws ArtifactError `disk-full`, `io`, or `outside` when `.bvl` leads out of the workspace
   */
  async create(runId: string): Promise<OpenRun> {
    const folder = this.folderOf(runId);
    try {
      await this.checkInside();
      await mkdir(this.runsFolder, { recursive: true, mode: 0o700 });
      await this.checkInside();
      await writeFile(path.join(this.runsFolder, '.gitignore'), '*\n', { flag: 'wx' }).catch(
        (error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        },
      );
      await mkdir(folder, { mode: 0o700 });
    } catch (error) {
      throw asArtifactError(error, path.relative(this.root, folder));
    }
    const lock = await RunLock.take(folder);
    // Nobody else knows this folder yet.
    if (!(lock instanceof RunLock)) throw new ArtifactError('io', folder, 'it is in use');
    return this.own(runId, folder, lock, [], 0, 0);
  }

  /**
   * Opens a run: owned when nobody else owns it, else read-only.
   * @throws JournalError when its journal cannot be read
   */
  async open(runId: string): Promise<OpenRun> {
    const folder = this.folderOf(runId);
    const file = path.join(folder, 'events.jsonl');
    await readBegun(file);
    await this.checkInside();
    const lock = await RunLock.take(folder).catch((error: unknown) => {
      // A run on a medium we may not write to can still be read.
      if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return { owner: null };
      throw asArtifactError(error, folder);
    });
    // Read again: the last owner may have written until a moment ago.
    const { events, length, torn } = await readBegun(file).catch(async (error: unknown) => {
      if (lock instanceof RunLock) await lock.release();
      throw error;
    });
    if (lock instanceof RunLock) return this.own(runId, folder, lock, events, length, torn);
    const refuse = (): Promise<never> =>
      Promise.reject(new JournalError('closed', file, null, 'the run is read-only here'));
    return {
      id: runId,
      folder,
      readOnly: true,
      owner: lock.owner,
      events,
      torn,
      journal: { append: refuse },
      workspace: new NodeWorkspace(this.root, folder, this.disk),
      writeReport: refuse,
      dropStaging: refuse,
      release: () => Promise.resolve(),
    };
  }

  /**
   * Reads a run without taking it: to show it, or to compare its revisions.
   * @throws JournalError when its journal cannot be read
   */
  async read(runId: string): Promise<StoredRun> {
    const folder = this.folderOf(runId);
    const { events, torn } = await readBegun(path.join(folder, 'events.jsonl'));
    const owner = await RunLock.owner(folder);
    return {
      id: runId,
      folder,
      owner,
      events,
      torn,
      workspace: new NodeWorkspace(this.root, folder, this.disk),
    };
  }

  /** All runs, newest first, without reading whole journals. */
  async list(): Promise<RunListing[]> {
    const entries = await readdir(this.runsFolder, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    names.sort().reverse();
    const listings: RunListing[] = [];
    for (let from = 0; from < names.length; from += 16) {
      const part = names
        .slice(from, from + 16)
        .map((id) => listRun(path.join(this.runsFolder, id)));
      for (const listing of await Promise.all(part)) if (listing !== null) listings.push(listing);
    }
    return listings;
  }

  private async own(
    id: string,
    folder: string,
    lock: RunLock,
    events: readonly RunEvent[],
    length: number,
    torn: number,
  ): Promise<OpenRun> {
    const file = path.join(folder, 'events.jsonl');
    const journal = await JournalFile.open(file, length, this.disk, () => lock.isHeld()).catch(
      async (error: unknown) => {
        await lock.release();
        throw error;
      },
    );
    const write = (name: string, text: string): Promise<void> =>
      writePrivateFile(this.disk, path.join(folder, name), Buffer.from(text, 'utf8'), true);
    return {
      id,
      folder,
      readOnly: false,
      owner: null,
      events,
      torn,
      journal,
      workspace: new NodeWorkspace(this.root, folder, this.disk),
      async writeReport(markdown, json) {
        await write('report.md', markdown);
        await write('report.json', `${JSON.stringify(json, null, 2)}\n`);
      },
      dropStaging: () => rm(path.join(folder, 'staging'), { recursive: true, force: true }),
      async release() {
        await journal.close();
        await lock.release();
      },
    };
  }

  /** `.bvl` may be a link inside the workspace, but never one that leads out of it. What is not there yet leads nowhere. */
  private async checkInside(): Promise<void> {
    const root = await realpath(this.root);
    for (const folder of [path.dirname(this.runsFolder), this.runsFolder]) {
      const shown = path.relative(this.root, folder);
      const real = await realpath(folder).catch(async (error: unknown) => {
        if ((await lstat(folder).catch(() => null)) === null) return null;
        throw asArtifactError(error, shown);
      });
      if (real === null) return;
      if (!real.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) {
        throw new ArtifactError('outside', shown);
      }
      if (!(await stat(real)).isDirectory()) throw new ArtifactError('not-a-folder', shown);
    }
  }
}

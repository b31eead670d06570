import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The built command; `BVL_CLI` names another one while it is worked on. */
export const cliFile = process.env['BVL_CLI'] ?? path.resolve('dist/cli.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  /** Folder inside the workspace to start in. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of node itself, before the command's file. */
  readonly node?: readonly string[];
  /** Shell line that ends in `exec "$@"`, for limits of the process. */
  readonly shell?: string;
}

export interface Started {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<Ended>;
}

/** A folder of its own with files to work on, and `bvl` as a process in it. Nothing of the machine's environment gets in. */
export class CliWorkspace {
  private readonly children: Started[] = [];

  private constructor(
    readonly root: string,
    private readonly outside: string,
  ) {}

  /** Makes the folder with these files; `.bvl` in it makes it the workspace root. */
  static async create(files: Readonly<Record<string, string>>): Promise<CliWorkspace> {
    const outside = await realpath(await mkdtemp(path.join(tmpdir(), 'bvl-cli-')));
    const root = path.join(outside, 'project');
    await mkdir(path.join(root, '.bvl'), { recursive: true });
    await mkdir(path.join(outside, 'home'));
    const workspace = new CliWorkspace(root, outside);
    for (const [name, content] of Object.entries(files)) await workspace.write(name, content);
    return workspace;
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    const file = path.join(this.root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.root, name), 'utf8');
  }

  /** Ids of the runs, the oldest first. */
  async runs(): Promise<string[]> {
    const names = await readdir(path.join(this.root, '.bvl', 'runs')).catch(() => []);
    return names.filter((name) => name !== '.gitignore').sort();
  }

  /** The journal of the newest run as it is on disk. */
  async journal(): Promise<string> {
    const id = (await this.runs()).at(-1) ?? '';
    return this.read(path.join('.bvl', 'runs', id, 'events.jsonl'));
  }

  /** Starts bvl and leaves it running. */
  start(args: readonly string[], options: StartOptions = {}): Started {
    const command = [process.execPath, ...(options.node ?? []), cliFile, ...args];
    const [program = '', ...rest] =
      options.shell === undefined ? command : ['/bin/sh', '-c', options.shell, 'sh', ...command];
    const child = spawn(program, rest, {
      cwd: path.join(this.root, options.cwd ?? ''),
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: path.join(this.outside, 'home'),
        ...options.env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const ended = once(child, 'close').then(() => ({
      code: child.exitCode,
      stdout: stdout(),
      stderr: stderr(),
    }));
    child.stdin.end();
    const started = { child, ended };
    this.children.push(started);
    return started;
  }

  /** Runs bvl to its end. */
  bvl(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
    return this.start(args, options).ended;
  }

  /** Ends what still runs and takes the folder away. */
  async dispose(): Promise<void> {
    for (const { child } of this.children) if (child.exitCode === null) child.kill('SIGKILL');
    await Promise.all(this.children.map(({ ended }) => ended));
    await rm(this.outside, { recursive: true, force: true });
  }
}

/** What came out of a stream, as far as it was read. */
function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', () => undefined);
  return () => Buffer.concat(chunks).toString('utf8');
}

import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** Bundles a program of `test/support` for a process of its own. Returns the file. */
export async function bundleProgram(name: string, folder: string): Promise<string> {
  const outfile = path.join(folder, `${name}.mjs`);
  await build({
    entryPoints: [path.resolve('test/support', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    loader: { '.md': 'text' },
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}

/** A running program that is talked to in lines. */
export class ChildProgram {
  private readonly process: ChildProcess;
  private readonly lines: Interface;
  private readonly queue: AsyncIterator<string>;

  constructor(file: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.process.stdout === null) throw new Error('no output');
    this.lines = createInterface({ input: this.process.stdout });
    this.queue = this.lines[Symbol.asyncIterator]();
  }

  /** The next line it prints. */
  async line(): Promise<string> {
    const next = await this.queue.next();
    return next.done === true ? '' : next.value;
  }

  say(text: string): void {
    this.process.stdin?.write(text);
  }

  /** Ends it as a crash would; resolves when it is gone. */
  async kill(): Promise<void> {
    const gone = once(this.process, 'exit');
    if (this.process.exitCode === null && this.process.kill('SIGKILL')) await gone;
    this.lines.close();
  }
}

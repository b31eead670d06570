import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Started in a process group of its own, together with a small guard that ends the group as soon
 * as its standard input closes. So nothing is left behind when a test fails, and not even when the
 * process that started it is killed.
 */
const guard = `
const { spawn } = require('node:child_process');
const end = (code) => { try { process.kill(-process.pid, 'SIGKILL'); } catch { process.exit(code); } };
const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => { console.error(error.message); end(1); });
child.on('exit', (code) => process.exit(code ?? 1));
process.stdin.resume();
process.stdin.on('close', () => end(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(1));
`;

export interface GuardedProcess {
  /** Everything it has written so far, both streams. */
  output(): string;
  /** Set once it has ended. */
  readonly exited: Promise<number | null>;
  /** Ends it and everything it started; settles when it is gone. */
  stop(): Promise<void>;
}

/** Starts a program under the guard. `environment` is added to this process's own. */
export function startGuarded(
  executable: string,
  commandLine: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): GuardedProcess {
  const child = spawn(process.execPath, ['-e', guard, executable, ...commandLine], {
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => chunks.push(chunk));
  }
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'exit').then(() => child.exitCode);
  return {
    output: () => chunks.join(''),
    exited,
    stop: async () => {
      killGroup(child);
      await exited;
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') {
    child.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

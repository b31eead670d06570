import { homedir } from 'node:os';
import { version } from '../../package.json';
import { findRoot } from '../node/find-root';
import { RunStore } from '../node/run-store';
import type { CommandContext } from './command-context';
import { diffRevisions, listRuns, showRun } from './commands/reading';
import { restoreRun } from './commands/restore';
import { resumeRun } from './commands/resume';
import { startRun } from './commands/start';
import { errorWords } from './error-words';
import { exitCodes, type ExitCode } from './exit-code';
import { runProgram } from './program';
import { RunFailure } from './run-driver';
import { StopSignals } from './stop-signals';
import { visibleText } from './visible-text';
import { Terminal, type TerminalStreams } from './terminal';

export interface MainInit extends TerminalStreams {
  /** Arguments without the program's own name. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Ends the process at once: the second Ctrl-C. */
  readonly end: (code: number) => void;
}

/** The `bvl` command: composes what a command needs and runs it. @returns the exit code; never rejects. */
export async function main(init: MainInit): Promise<ExitCode> {
  const { args, cwd, env, stdout, stderr } = init;
  const json = args.includes('--json');
  const terminal = new Terminal(init, json, args.includes('--no-input'));
  stdout.on('error', () => terminal.silence());
  stderr.on('error', () => undefined);
  const signals = new StopSignals(() => {
    terminal.status(null);
    terminal.note('Stopping; nothing more is written to the artifact. (Once more ends at once.)');
  }, init.end);
  try {
    const root = await findRoot(cwd);
    const context: CommandContext = {
      root,
      cwd,
      store: new RunStore(root),
      terminal,
      signals,
      env,
      home: homedir(),
      program: `build-verify-loop ${version}`,
    };
    return await runProgram(args, {
      version,
      write: (text) => terminal.data(text),
      writeError: (text) => void stderr.write(visibleText(text)),
      commands: {
        run: (flags) => startRun(context, 'loop', flags, 'never'),
        audit: (flags) => startRun(context, 'audit', flags, flags.failOn),
        resume: (run, flags) => resumeRun(context, run, flags),
        runs: (flags) => listRuns(context, flags.json === true),
        show: (run, flags) => showRun(context, run, flags),
        diff: (run, from, to) => diffRevisions(context, run, from, to),
        restore: (run, what) => restoreRun(context, run, what),
      },
    });
  } catch (error) {
    terminal.note(failureText(error));
    return exitCodes.failed;
  } finally {
    signals.release();
  }
}

function failureText(error: unknown): string {
  const runId = error instanceof RunFailure ? error.runId : null;
  const cause = error instanceof RunFailure ? error.cause : error;
  const words = errorWords(cause, runId);
  if (words !== null) return words;
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const resume = runId === null ? '' : `\nThe run is kept. Go on with: bvl resume ${runId}`;
  return `bvl: This is a defect of bvl; please report it with these lines:\n${stack}${resume}`;
}

import { Command, CommanderError, Option } from 'commander';
import { exitCodes, failOnLevels, type ExitCode } from './exit-code';
import { collect, nameList, wholeNumber } from './flag-values';
import {
  auditHelp,
  diffHelp,
  generalHelp,
  restoreHelp,
  resumeHelp,
  runHelp,
  showHelp,
} from './help-texts';
import type { AuditFlags, ResumeFlags, RunFlags, ShowFlags } from './flags';

/** What the commands do; each resolves with the exit code. Failures reject. */
export interface Commands {
  run(flags: RunFlags): Promise<ExitCode>;
  audit(flags: AuditFlags): Promise<ExitCode>;
  resume(run: string | null, flags: ResumeFlags): Promise<ExitCode>;
  runs(flags: { readonly json?: true }): Promise<ExitCode>;
  show(run: string, flags: ShowFlags): Promise<ExitCode>;
  diff(run: string, from: string, to: string): Promise<ExitCode>;
  restore(run: string, target: string): Promise<ExitCode>;
}

export interface ProgramInit {
  readonly version: string;
  readonly commands: Commands;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/**
 * Parses the arguments and runs the command they name.
 * @param args without the program's own name.
 * @returns the exit code; a wrong call prints its message and gives 3. Failures of a command reject.
 */
export async function runProgram(args: readonly string[], init: ProgramInit): Promise<ExitCode> {
  let code: ExitCode = exitCodes.success;
  const program = buildProgram(init, (ended) => (code = ended));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.success : exitCodes.failed;
  }
}

function buildProgram(init: ProgramInit, done: (code: ExitCode) => void): Command {
  const { commands } = init;
  const program = new Command('bvl')
    .description(
      'A model revises your file, isolated Critics attack it, round by round, to a named end.',
    )
    .version(init.version, '--version', 'print the version')
    .helpOption('-h, --help', 'help for bvl or for a command')
    .helpCommand('help [command]', 'help for bvl or for a command')
    .exitOverride()
    .configureOutput({
      writeOut: init.write,
      writeErr: init.writeError,
      outputError: (text, write) => write(errorText(text)),
    })
    .showHelpAfterError('Help: bvl --help')
    .addHelpText('after', generalHelp);

  const run = program
    .command('run')
    .description('Revise and audit a file until it is clean, or a named end.');
  starting(run)
    .option('--cap <n>', 'most rounds (default 5)', wholeNumber(1, 50))
    .option(
      '--clean-rounds <n>',
      'clean rounds in a row that end it (default 2)',
      wholeNumber(1, 3),
    )
    .option('--no-baseline', 'do not audit the file as it stands before round 1')
    .addOption(
      new Option(
        '--confirm <how>',
        'after a clean round: both phases (full, the default), or Critics only',
      ).choices(['full', 'audit-only']),
    );
  talking(run)
    .addHelpText('after', runHelp)
    .action(async (flags: RunFlags, command: Command) =>
      done(await commands.run(given(flags, command))),
    );

  const audit = program.command('audit').description('Critics only: nothing is changed.');
  starting(audit).addOption(
    new Option('--fail-on <severity>', 'exit with 1 when a finding is that severe')
      .choices(failOnLevels)
      .default('high'),
  );
  talking(audit)
    .addHelpText('after', auditHelp)
    .action(async (flags: AuditFlags, command: Command) =>
      done(await commands.audit(given(flags, command))),
    );

  talking(
    program
      .command('resume')
      .argument('[run]', 'id, start of an id, or last (default: the last one)')
      .description('Go on with a run that was stopped, cut off, or waits for a decision.'),
  )
    .addHelpText('after', resumeHelp)
    .action(async (run: string | undefined, flags: ResumeFlags) =>
      done(await commands.resume(run ?? null, flags)),
    );

  program
    .command('runs')
    .description('List the runs of this workspace, the newest first.')
    .option('--json', 'one JSON object a line')
    .action(async (flags: { json?: true }) => done(await commands.runs(flags)));

  program
    .command('show')
    .argument('<run>', 'id, start of an id, or last')
    .description('Show a run: its brief, rounds, findings, decisions, report.')
    .option(
      '--round <n>',
      'one round only, with evidence and answers (0: the baseline)',
      wholeNumber(0, 9999),
    )
    .option('--raw', 'the replies exactly as the models gave them')
    .option('--json', 'the events of the journal, one a line')
    .addHelpText('after', showHelp)
    .action(async (run: string, flags: ShowFlags) => done(await commands.show(run, flags)));

  program
    .command('diff')
    .argument('<run>', 'id, start of an id, or last')
    .argument('<from>', 'round, start, end, or unfinished')
    .argument('<to>', 'round, start, end, or unfinished')
    .description('Show what changed in the artifact between two rounds.')
    .addHelpText('after', diffHelp)
    .action(async (run: string, from: string, to: string) =>
      done(await commands.diff(run, from, to)),
    );

  program
    .command('restore')
    .argument('<run>', 'id, start of an id, or last')
    .argument('<what>', 'round, start, unfinished, or undo')
    .description('Put back the artifact of a round or of the start, or undo the last restore.')
    .addHelpText('after', restoreHelp)
    .action(async (run: string, what: string) => done(await commands.restore(run, what)));

  for (const command of program.commands) {
    command.showHelpAfterError(`Help: bvl ${command.name()} --help`);
  }
  return program;
}

/** The flags of a brief, shared by run and audit. */
function starting(command: Command): Command {
  return command
    .option('--task <text>', 'what the artifact is to be, in one line')
    .option('--artifact <path>', 'file to work on; repeat for more', collect)
    .option('--ac <text>', 'acceptance criterion; repeat for more', collect)
    .option('--context <text>', 'what a reader must know of the domain')
    .option('--brief <file>', 'take the brief from a file; flags given beside it win')
    .option('--critics <lenses>', 'lenses, comma-separated (default destruction)', nameList)
    .addOption(new Option('--strict', 'any ambiguity is HIGH').conflicts('lenient'))
    .addOption(new Option('--lenient', 'no stylistic nitpicks').conflicts('strict'))
    .option('--budget-tokens <n>', 'ask before spending more tokens', wholeNumber(1, 1e12))
    .option('--budget-seconds <n>', 'ask before working longer', wholeNumber(1, 1e9));
}

/** The flags of everything that calls a model. */
function talking(command: Command): Command {
  return command
    .option('--model <name>', 'anthropic:ID, or recorded:FILE')
    .option('--record <file>', 'write the run as a recording (keys and home paths taken out)')
    .option('--json', 'events on stdout, one a line, and nothing else there')
    .option('--no-input', 'ask nothing: a decision ends the run as its escalation');
}

/** Leaves out values that nobody gave, so that a brief file's own can be told apart from a default. */
function given<Flags extends object>(flags: Flags, command: Command): Flags {
  const entries = Object.entries(flags).filter(
    ([name]) => name !== 'baseline' || command.getOptionValueSource(name) === 'cli',
  );
  return Object.fromEntries(entries) as Flags;
}

function errorText(text: string): string {
  const message = text.replace(/^error: /, '');
  return `bvl: ${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}

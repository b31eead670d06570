import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRecording, recordingText } from '../models/recording';
import { recordRun, startingFiles } from '../models/recorder';
import { NodeWorkspace } from '../node/node-workspace';
import { readJournal } from '../node/journal-file';
import type { CommandContext } from './command-context';
import { CliError } from './cli-error';
import { visibleLine } from './visible-text';

/** What `--record` writes: the whole run from its journal, with keys and home paths taken out (rulings 30). */
export class RunRecording {
  private constructor(
    private readonly file: string,
    private readonly context: CommandContext,
    private readonly modelName: string,
  ) {}

  /**
   * Looks at the place before anything runs.
   * @param typed path as given to `--record`; null: nothing is recorded.
   * @param artifacts workspace-relative; a recording must not overwrite one.
   * @throws CliError when nothing can be written there.
   */
  static async to(
    typed: string | null,
    context: CommandContext,
    modelName: string,
    artifacts: readonly string[],
  ): Promise<RunRecording | null> {
    if (typed === null) return null;
    const file = path.resolve(context.cwd, typed);
    const refuse = (why: string): never => {
      throw new CliError(
        `The recording cannot be written to ${visibleLine(typed)}: ${why}.`,
        'Name another file with --record FILE.',
      );
    };
    if (artifacts.some((artifact) => path.resolve(context.root, artifact) === file)) {
      refuse('that is the artifact');
    }
    const there = await stat(file).catch(() => null);
    if (there?.isDirectory() === true) refuse('it is a folder');
    if (there !== null && there.size > 0 && !(await isRecording(file))) {
      refuse('there is a file already, and it is no recording');
    }
    const folder = await stat(path.dirname(file)).catch(() => null);
    if (folder?.isDirectory() !== true) refuse('its folder does not exist');
    return new RunRecording(file, context, modelName);
  }

  /** Writes it, also for a run that escalated or was stopped. Says where it is. */
  async write(runId: string): Promise<void> {
    const { store, home, terminal, program } = this.context;
    const folder = store.folderOf(runId);
    const { events } = await readJournal(path.join(folder, 'events.jsonl'));
    const files = await startingFiles(events, new NodeWorkspace(store.root, folder));
    const recording = recordRun(events, files, {
      title: path.basename(this.file).replace(/\.json$/i, ''),
      madeBy: `${program}, --record, from ${this.modelName}; keys and home paths are taken out.`,
      home,
    });
    const temporary = `${this.file}.${process.pid}.tmp`;
    try {
      await writeFile(temporary, recordingText(recording), { mode: 0o600, flag: 'wx' });
      await rename(temporary, this.file);
    } catch (error) {
      await rm(temporary, { force: true });
      const why = error instanceof Error ? error.message : String(error);
      throw new CliError(
        `The recording could not be written: ${why}.`,
        `The run itself is kept: bvl show ${runId}`,
        { cause: error },
      );
    }
    terminal.note(`Recording: ${visibleLine(path.relative(this.context.cwd, this.file))}`);
  }
}

/** An earlier recording may be recorded anew; any other file of the person's is left alone. */
async function isRecording(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text !== null && !('error' in parseRecording(text));
}

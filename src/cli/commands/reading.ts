import { readFile } from 'node:fs/promises';
import { findingsOf, findRound } from '../../engine/build-verify/queries';
import { evolve } from '../../engine/build-verify/state';
import { promptFor } from '../../engine/build-verify/waiting';
import { driftTag } from '../../engine/build-verify/wording';
import type { RunStep } from '../../engine/runner';
import type { RunStore } from '../../node/run-store';
import { promptTitle } from '../choice-words';
import { CliError } from '../cli-error';
import { diffLines } from '../diff-lines';
import { eventLines, roundTitle } from '../event-lines';
import { exitCodes, type ExitCode } from '../exit-code';
import { wholeFindingLines, wrapped, type Layout } from '../finding-lines';
import type { ShowFlags } from '../flags';
import { lineCounts } from '../line-counts';
import { newestFirst, readRun, revisionNamed, type ReadRun } from '../read-run';
import { reportLines } from '../report-lines';
import { RunView } from '../run-view';
import { countedRun, runsTable, statusWords, type CountedRun } from '../runs-table';
import type { Terminal } from '../terminal';
import { visibleLine, visibleText } from '../visible-text';

/** What the commands that only read work with: they take no lock and change nothing. */
export interface ReadingInit {
  readonly store: RunStore;
  readonly terminal: Terminal;
}

/** `bvl runs` */
export async function listRuns(init: ReadingInit, json: boolean): Promise<ExitCode> {
  const { store, terminal } = init;
  const runs: CountedRun[] = [];
  for (const run of await newestFirst(store)) runs.push(await countedRun(run, store));
  if (json) {
    for (const run of runs) terminal.json(JSON.stringify({ ...run, status: statusWords(run) }));
  } else if (runs.length === 0) {
    terminal.note(`There are no runs in ${visibleLine(store.root)} yet.`);
  } else {
    for (const line of runsTable(runs, layoutOf(terminal))) terminal.line(line);
  }
  return exitCodes.success;
}

/** `bvl show RUN` */
export async function showRun(
  init: ReadingInit,
  name: string,
  flags: ShowFlags,
): Promise<ExitCode> {
  const { store, terminal } = init;
  const run = await readRun(store, name);
  if (flags.round !== undefined && findRound(run.state, flags.round) === undefined) {
    const rounds = run.state.rounds.map(({ number }) => number);
    throw new CliError(
      `Run ${run.id} has no round ${flags.round}.`,
      `It has: ${rounds.length === 0 ? 'none yet' : rounds.join(', ')}`,
    );
  }
  if (flags.json) await showEvents(run, flags.round, terminal);
  else if (flags.raw) showReplies(run, flags.round, terminal);
  else if (flags.round !== undefined) showRound(run, flags.round, terminal);
  else await showHistory(run, terminal);
  return exitCodes.success;
}

/** `bvl diff RUN R1 R2` */
export async function diffRevisions(
  init: ReadingInit,
  name: string,
  from: string,
  to: string,
): Promise<ExitCode> {
  const { store, terminal } = init;
  const run = await readRun(store, name);
  const lines = await diffLines({
    before: revisionNamed(from, run.state),
    after: revisionNamed(to, run.state),
    text: run.text,
    style: terminal.style,
    terminal: terminal.shown,
  });
  if (lines.length === 0) terminal.note(`Nothing differs between ${from} and ${to}.`);
  for (const line of lines) terminal.data(`${line}\n`);
  return exitCodes.success;
}

function layoutOf(terminal: Terminal): Layout {
  return { columns: terminal.columns, style: terminal.style };
}

/** The journal's own lines, byte for byte. */
async function showEvents(
  run: ReadRun,
  round: number | undefined,
  terminal: Terminal,
): Promise<void> {
  const lines = (await readFile(run.journalFile, 'utf8')).split('\n').slice(0, run.events.length);
  run.events.forEach((event, index) => {
    const wanted = round === undefined || ('round' in event && event.round === round);
    if (wanted) terminal.json(lines[index] ?? JSON.stringify(event));
  });
}

function showReplies(run: ReadRun, round: number | undefined, terminal: Terminal): void {
  for (const event of run.events) {
    if (event.type !== 'call' || (round !== undefined && event.round !== round)) continue;
    const who = event.lens === null ? event.role : `${event.role} [${visibleLine(event.lens)}]`;
    const outcome = event.outcome.kind === 'ok' ? '' : `, ${event.outcome.kind}`;
    const title = `=== Round ${event.round}, ${who}, attempt ${event.attempt}${outcome} ===`;
    terminal.line(terminal.style.bold(title));
    terminal.data(`${terminal.shown ? visibleText(event.reply) : event.reply}\n`);
  }
}

function steps(run: ReadRun): RunStep[] {
  const all: RunStep[] = [];
  for (const event of run.events)
    all.push({ event, state: evolve(all.at(-1)?.state ?? null, event) });
  return all;
}

/** A round with the whole text of its findings and the answers they got. */
function showRound(run: ReadRun, number: number, terminal: Terminal): void {
  const layout = layoutOf(terminal);
  const round = findRound(run.state, number);
  const tag = round === undefined ? null : driftTag(round);
  terminal.line(terminal.style.bold(roundTitle(number, run.state)));
  if (tag !== null) terminal.line(`  ${terminal.style.yellow(tag)}`);
  for (const step of steps(run)) {
    const { event } = step;
    if (event.type === 'evidence' || !('round' in event) || event.round !== number) continue;
    for (const line of eventLines(step, layout)) terminal.line(line);
  }
  for (const finding of findingsOf(run.state, number))
    for (const line of wholeFindingLines(finding, layout)) terminal.line(line);
}

/** The whole run as it was to be seen while it ran, with its report or what it waits for. */
async function showHistory(run: ReadRun, terminal: Terminal): Promise<void> {
  const view = new RunView(terminal, false, () => 0);
  for (const step of steps(run)) view.step(step, await lineCounts(step, run.text));
  view.end();
  terminal.line();
  if (run.state.ended !== null) {
    for (const line of reportLines(run.state, terminal.style)) terminal.line(line);
    terminal.line();
    terminal.line(`Folder: ${visibleLine(run.folder)}`);
    return;
  }
  const prompt = promptFor(run.state);
  const words =
    prompt === null
      ? 'This run has not ended: it is at work elsewhere, or was interrupted.'
      : `Waits for a decision. ${promptTitle(prompt)}`;
  for (const line of wrapped(words, layoutOf(terminal), 0)) terminal.line(line);
  terminal.line(`Go on with: bvl resume ${run.id}`);
}

import path from 'node:path';
import type { FileRef, RunEvent } from '../engine/build-verify/events';
import { findingsOf } from '../engine/build-verify/queries';
import type { RunState } from '../engine/build-verify/run-state';
import { foldRun } from '../engine/build-verify/state';
import { outcomeWords } from '../engine/build-verify/wording';
import type { Decider, Model } from '../engine/ports';
import { isResumable, type RunStep } from '../engine/runner';
import { NodeWorkspace } from '../node/node-workspace';
import type { RunStore } from '../node/run-store';
import type { SessionInit } from '../node/session';
import { conflictLines } from './conflict-lines';
import { auditExitCode, exitCodeOf, exitCodes, type ExitCode, type FailOn } from './exit-code';
import { lineCounts } from './line-counts';
import type { ModelSource } from './model-source';
import { recordedDecider } from './recorded-source';
import { reportLines } from './report-lines';
import type { RunRecording } from './run-recording';
import { RunView } from './run-view';
import type { StopSignals } from './stop-signals';
import type { Terminal } from './terminal';
import { TerminalDecider } from './terminal-decider';
import { visibleLine } from './visible-text';

/** A failure while a run was under way: what is journaled stays, and the run can be resumed. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure';

  constructor(
    readonly runId: string,
    override readonly cause: unknown,
  ) {
    super(`Run ${runId} failed.`);
  }
}

export interface DriveInit {
  readonly store: RunStore;
  readonly terminal: Terminal;
  readonly signals: StopSignals;
  readonly source: ModelSource;
  readonly runId: string;
  /** The journal before this process; empty for a new run. */
  readonly past: readonly RunEvent[];
  readonly json: boolean;
  /** What `--record` writes; null: nothing. */
  readonly recording: RunRecording | null;
  /** Of an audit: the severity that makes the exit code 1. */
  readonly failOn: FailOn;
  readonly session: (init: SessionInit) => AsyncGenerator<RunStep, RunState>;
}

/**
 * Runs a session to its end on this terminal: shows it, asks the person, writes the recording, prints the report.
 * @returns the exit code
 * @throws RunFailure when it fails after its first event; what the session throws before that as it is
 */
export async function driveRun(init: DriveInit): Promise<ExitCode> {
  const { terminal, source, recording, signals } = init;
  const view = new RunView(terminal, init.json, Date.now, {
    host: source.model.host,
    estimated: source.recording?.calls.some(({ usage }) => usage?.estimated === true) ?? false,
  });
  let state: RunState | null = init.past.length === 0 ? null : foldRun(init.past);
  let begun = false;
  const text = snapshotText(init);
  const model = new CurrentModel(source);
  if (state !== null) view.resumed(state);
  try {
    const session = init.session({
      store: init.store,
      modelFor: () => model.now,
      decider: deciderOf(init, view, model, () => state),
      progress: (progress) => view.progress(progress),
      signal: signals.signal,
    });
    for (;;) {
      const next = await session.next();
      state = next.done === true ? next.value : next.value.state;
      if (next.done === true) break;
      begun = true;
      view.hold();
      view.step(next.value, init.json ? null : await lineCounts(next.value, text));
    }
  } catch (error) {
    throw begun ? new RunFailure(init.runId, error) : error;
  } finally {
    view.end();
    if (begun) await recording?.write(init.runId);
  }
  return ending(init, state, view.waitingFor);
}

/** What the calls run on: the source's model, until a person takes another one (row 2). */
class CurrentModel {
  now: Model;

  constructor(private readonly source: ModelSource) {
    this.now = source.model;
  }

  take(id: string | undefined): void {
    if (id !== undefined) this.now = this.source.other?.(id) ?? this.now;
  }
}

/** Text of a snapshot of the run: reading needs no lock. */
function snapshotText({ store, runId }: DriveInit): (file: FileRef) => Promise<string> {
  const workspace = new NodeWorkspace(store.root, store.folderOf(runId));
  return (file) => workspace.text(file);
}

/** A recording answers with its own decisions; where it has none, and for live runs, the person is asked. */
function deciderOf(
  init: DriveInit,
  view: RunView,
  model: CurrentModel,
  state: () => RunState | null,
): Decider {
  const { terminal, source } = init;
  const person = new TerminalDecider({
    otherModels: source.other !== null,
    terminal,
    brief: () => {
      const brief = state()?.brief.brief;
      if (brief === undefined) throw new RangeError('A question before the run has begun.');
      return brief;
    },
    difference: async (prompt) => {
      const now = state();
      return now === null ? [] : conflictLines(prompt, now, terminal, snapshotText(init));
    },
    ready: () => view.caughtUp(),
    interrupt: () => init.signals.stop(),
  });
  if (source.recording === null) {
    return {
      decide: async (prompt, signal) => {
        const choice = await person.decide(prompt, signal);
        if (choice?.kind === 'retry') model.take(choice.model);
        return choice;
      },
    };
  }
  return recordedDecider(source.recording, person, terminal, () => view.caughtUp(), init.json);
}

/** @param waitedFor what the run was waiting for when it was ended; null: nothing */
function ending(init: DriveInit, state: RunState | null, waitedFor: string | null): ExitCode {
  const { terminal, json, store, runId } = init;
  if (state === null || state.ended === null)
    throw new RangeError('A session ended without an end of its run.');
  const report = path.join(path.relative(process.cwd(), store.folderOf(runId)), 'report.md');
  const stopped = state.ended.outcome === 'escalated: stopped' && init.signals.signal.aborted;
  if (json) {
    terminal.note(`bvl: ${outcomeWords(state.ended.outcome)}; report: ${visibleLine(report)}`);
  } else {
    terminal.line();
    for (const line of reportLines(state, terminal.style)) terminal.line(line);
    terminal.line();
    terminal.line(`Report: ${visibleLine(report)}`);
  }
  const { host } = init.source.model;
  if (waitedFor !== null && host !== null) {
    terminal.note(
      `The run was waiting for ${host} when it ended: ${visibleLine(waitedFor)}. See whether it can be reached from here (network, proxy, ANTHROPIC_BASE_URL), or try again later.`,
    );
  }
  if (isResumable(state)) terminal.note(`Go on with: bvl resume ${runId}`);
  if (stopped) return exitCodes.interrupted;
  if (state.ended.outcome !== 'audited') return exitCodeOf(state.ended.outcome);
  return auditExitCode(
    findingsOf(state, 0).map(({ severity }) => severity),
    init.failOn,
  );
}

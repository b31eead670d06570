import type { RunState } from '../engine/build-verify/run-state';
import type { RunProgress } from '../engine/ports';
import type { RunStep } from '../engine/runner';
import { eventLines, roundTitle } from './event-lines';
import type { Layout } from './finding-lines';
import { LiveCalls } from './status-text';
import type { Terminal } from './terminal';
import { visibleLine } from './visible-text';
import { Waits } from './waits';

/** Often enough for the seconds and a countdown to be right. */
const redrawMilliseconds = 250;

/** What a view knows of the run's model beside its progress. */
export interface ViewedModel {
  /** The host its calls go to; null: nothing leaves the machine. */
  readonly host: string | null;
  /** Its token figures are estimates. */
  readonly estimated: boolean;
}

/** A run as it happens: a status line while a phase runs, lasting lines for what it brought. */
export class RunView {
  private readonly calls = new LiveCalls();
  private readonly timer: NodeJS.Timeout | null;
  private state: RunState | null = null;
  private round = 0;
  private headed: string | null = null;
  private pending: RunProgress[] = [];
  private held = false;
  private estimated: boolean;
  private readonly waits = new Waits();
  private toldWait: string | null = null;

  /** @param json nothing is shown but the events themselves, one a line. */
  constructor(
    private readonly terminal: Terminal,
    private readonly json: boolean,
    private readonly now: () => number,
    private readonly model: ViewedModel = { host: null, estimated: false },
  ) {
    this.estimated = model.estimated;
    this.timer = terminal.live ? setInterval(() => this.draw(), redrawMilliseconds) : null;
    this.timer?.unref();
  }

  /**
   * An event that is in the journal now.
   * @param counts of a revision's lines, see `lineCounts`
   */
  step(step: RunStep, counts: string | null = null): void {
    const { event, state } = step;
    this.state = state;
    if (this.json) {
      this.endWait(event);
      this.terminal.json(JSON.stringify(event));
      return;
    }
    this.release();
    if (event.type === 'call') {
      this.showPending(event.round);
      this.calls.end(event.role, event.lens);
      this.endWait(event);
      this.estimated ||= event.usage?.estimated === true;
    }
    if ('round' in event && event.type !== 'decision') this.head(event.round);
    for (const line of eventLines(step, this.layout, counts)) this.terminal.line(line);
    this.draw();
  }

  /** What was in the journal before this process took the run up: remembered, not shown again. */
  resumed(state: RunState): void {
    this.state = state;
  }

  /** Events come to this process a moment after they are in the journal, so progress waits until those before it are shown. */
  progress(progress: RunProgress): void {
    if (this.json) {
      if (progress.kind === 'call-progress') this.waits.take(progress);
      return;
    }
    this.pending.push(progress);
    if (this.pending.length === 1) this.showSoon();
  }

  /** Keeps progress back while the next event is being made ready; the event lets it go on. */
  hold(): void {
    this.held = true;
  }

  /** Resolves when every event so far is shown: a question must stand below what led to it. */
  async caughtUp(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.held);
    this.terminal.status(null);
  }

  private release(): void {
    if (!this.held) return;
    this.held = false;
    if (this.pending.length > 0) this.showSoon();
  }

  private showSoon(): void {
    setImmediate(() => {
      if (!this.held) this.showPending(Infinity);
    });
  }

  /** @param round newest round whose progress may be shown */
  private showPending(round: number): void {
    const later = this.pending.findIndex((one) => roundOf(one) > round);
    const shown = this.pending.splice(0, later === -1 ? this.pending.length : later);
    for (const progress of shown) this.show(progress);
  }

  private show(progress: RunProgress): void {
    if (progress.kind === 'prompt-shown') {
      this.terminal.status(null);
      return;
    }
    this.calls.take(progress, this.now());
    if (progress.kind === 'call-started') {
      this.round = progress.round;
      this.head(progress.round);
    } else {
      const wait = this.waits.take(progress);
      if (wait !== null) this.showWait(wait.why, wait.seconds);
    }
    this.draw();
  }

  private endWait(event: RunStep['event']): void {
    if (event.type !== 'call') return;
    this.waits.end(event.role, event.lens, event.outcome.kind === 'cancelled');
  }

  /** One line for each wait; on a terminal one for each reason, since the status line counts down. */
  private showWait(why: string, seconds: number): void {
    if (this.terminal.live && this.toldWait === why) return;
    this.toldWait = why;
    const what = `${this.model.host === null ? '' : `${this.model.host}: `}${visibleLine(why)}`;
    this.terminal.line(`  Waiting (${what}). Next try in ${Math.ceil(seconds)} s.`);
  }

  /** What the run was waiting for when it ended; null: nothing. */
  get waitingFor(): string | null {
    return this.waits.last;
  }

  /** Takes the status line away for good. */
  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.pending = [];
    this.calls.clear();
    this.terminal.status(null);
  }

  private get layout(): Layout {
    return { columns: this.terminal.columns, style: this.terminal.style };
  }

  /** A round's heading, once, before the first thing that is said of it. */
  private head(round: number): void {
    if (this.state === null) return;
    const title = roundTitle(round, this.state);
    if (title === this.headed) return;
    this.headed = title;
    this.terminal.line();
    this.terminal.line(this.terminal.style.bold(title));
  }

  private draw(): void {
    this.terminal.status(this.calls.text(this.state, this.round, this.now(), this.estimated));
  }
}

function roundOf(progress: RunProgress): number {
  return progress.kind === 'prompt-shown' ? progress.prompt.round : progress.round;
}

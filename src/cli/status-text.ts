import type { CallRole } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import type { ModelProgress, RunProgress } from '../engine/ports';
import { roundTitle } from './event-lines';
import { clockWords, tokenWords } from './number-words';
import { isReplay } from './replay';
import { visibleLine } from './visible-text';

interface Live {
  readonly role: CallRole;
  readonly lens: string | null;
  tokens: number;
  doing: string;
  waitingUntil: number | null;
}

/** The calls that are running now, for the status line: whose they are, what they read, what they spent. */
export class LiveCalls {
  private readonly calls = new Map<string, Live>();
  private since = 0;

  /** @param now milliseconds. */
  take(progress: RunProgress, now: number): void {
    if (progress.kind === 'prompt-shown') return;
    const key = `${progress.role}/${progress.lens ?? ''}`;
    if (progress.kind === 'call-started') {
      if (this.calls.size === 0) this.since = now;
      const { role, lens } = progress;
      this.calls.set(key, { role, lens, tokens: 0, doing: 'thinks', waitingUntil: null });
      return;
    }
    const call = this.calls.get(key);
    if (call !== undefined) note(call, progress.progress, now);
  }

  /** A call is over: its result is a lasting line now. */
  end(role: CallRole, lens: string | null): void {
    this.calls.delete(`${role}/${lens ?? ''}`);
  }

  clear(): void {
    this.calls.clear();
  }

  /**
   * One line about what runs now; null when nothing does.
   * @param estimated the token figures are estimates
   */
  text(state: RunState | null, round: number, now: number, estimated = false): string | null {
    const calls = [...this.calls.values()];
    const [first] = calls;
    if (first === undefined || state === null) return null;
    const waiting = calls.find((call) => call.waitingUntil !== null && call.waitingUntil > now);
    const shown = waiting ?? calls.findLast((call) => call.doing !== 'thinks') ?? first;
    const tokens = calls.reduce((sum, call) => sum + call.tokens, state.spent.tokens);
    return [
      roundTitle(round, state),
      whoRuns(first.role, calls.length, state.critics.length),
      `${calls.length > 1 && shown.lens !== null ? `${visibleLine(shown.lens)} ` : ''}${doingWords(shown, now)}`,
      ...(tokens > 0 ? [`${estimated ? 'about ' : ''}${tokenWords(tokens)}`] : []),
      ...(isReplay(state) ? [] : [clockWords(now - this.since)]),
    ].join(' · ');
  }
}

function note(call: Live, progress: ModelProgress, now: number): void {
  switch (progress.kind) {
    case 'tokens':
      call.tokens = progress.input + progress.output;
      call.waitingUntil = null;
      if (progress.output > 0 && call.doing === 'thinks') call.doing = 'writes';
      break;
    case 'tool':
      call.waitingUntil = null;
      call.doing = `${toolWords(progress.name)}${progress.path === null ? '' : ` ${visibleLine(progress.path)}`}`;
      break;
    case 'waiting':
      call.waitingUntil = now + progress.seconds * 1000;
      call.doing = `waits: ${visibleLine(progress.why)}`;
      break;
  }
}

function doingWords(call: Live, now: number): string {
  if (call.waitingUntil === null) return call.doing;
  const seconds = Math.max(0, Math.ceil((call.waitingUntil - now) / 1000));
  return `${call.doing}, again in ${seconds} s`;
}

function toolWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function whoRuns(role: CallRole, running: number, critics: number): string {
  switch (role) {
    case 'implementor':
      return 'Implementor';
    case 'critic':
      return critics === 1 ? 'Critic' : `Critics, ${running} of ${critics} at work`;
    case 'judge-repeat':
    case 'judge-pairing':
      return 'Judge';
  }
}

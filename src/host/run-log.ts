import type * as vscode from 'vscode';
import type { RunEvent } from '../engine/build-verify/events';
import { Disposable } from '../util/disposable';
import type { LiveRun } from './live-run';
import type { RunService } from './run-service';

/** Writes down what runs do: what was sent where, never what was in it. */
export class RunLog extends Disposable {
  constructor(
    service: RunService,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.own(
      service.onDidChange(({ run, change }) => {
        if (change.kind === 'event') this.#note(run, change.event);
      }),
    );
  }

  #note(run: LiveRun, event: RunEvent): void {
    const line = lineOf(event);
    if (line !== null) this.log.info(`run ${run.state?.runId ?? ''}: ${line}`);
  }
}

/** One line for an event, without any text of the person, the artifact or a model; null: not worth one. */
export function lineOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'call': {
      const who = event.lens === null ? event.role : `${event.role} ${event.lens}`;
      const { usage } = event;
      const tokens = usage === null ? 'no usage' : `${totalIn(usage)} in, ${usage.output} out`;
      const outcome =
        event.outcome.kind === 'failed' ? `failed (${event.outcome.reason})` : event.outcome.kind;
      return `round ${event.round}, ${who}, try ${event.attempt}: ${outcome}; ${tokens}; ${event.toolCalls.length} tool calls; ${Math.round(event.duration)} ms; served by ${event.servedBy ?? 'unknown'}`;
    }
    case 'revision':
      return `round ${event.round}: ${event.origin} revision${event.changed ? '' : ', no change'}`;
    case 'conflict':
      return `round ${event.round}: the file was changed from outside`;
    case 'decision':
      return `round ${event.round}: ${event.prompt} answered with ${event.choice.kind}`;
    case 'interrupted':
      return `round ${event.round}: interrupted by ${event.by}`;
    case 'run.ended':
      return `ended: ${event.outcome}`;
    default:
      return null;
  }
}

function totalIn(usage: {
  readonly input: number;
  readonly cacheCreation: number;
  readonly cacheRead: number;
}): number {
  return usage.input + usage.cacheCreation + usage.cacheRead;
}

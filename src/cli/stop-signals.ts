import { exitCodes } from './exit-code';

/** Ctrl-C, SIGTERM and a closed terminal mean Stop: the phase ends at once and the run can be resumed. The second ends hard. */
export class StopSignals {
  private readonly controller = new AbortController();
  private readonly names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  private readonly handler = (): void => this.stop();

  /**
   * @param told called at the first one, to say what happens.
   * @param end ends the process at the second one.
   */
  constructor(
    private readonly told: () => void,
    private readonly end: (code: number) => void,
  ) {
    for (const name of this.names) process.on(name, this.handler);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  stop(): void {
    if (this.controller.signal.aborted) {
      this.end(exitCodes.interrupted);
      return;
    }
    this.controller.abort();
    this.told();
  }

  /** The process ends by its own default from here on. */
  release(): void {
    for (const name of this.names) process.off(name, this.handler);
  }
}

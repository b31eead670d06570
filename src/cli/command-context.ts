import type { RunStore } from '../node/run-store';
import type { StopSignals } from './stop-signals';
import type { Terminal } from './terminal';

/** What every command works with. */
export interface CommandContext {
  /** Workspace root (rulings 42) and the folder bvl was started in. */
  readonly root: string;
  readonly cwd: string;
  readonly store: RunStore;
  readonly terminal: Terminal;
  readonly signals: StopSignals;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home folder, for taking it out of recordings. */
  readonly home: string;
  /** Name and version of this program, for the journal. */
  readonly program: string;
}

import type { ModelRequest } from '../ports';
import type { DecisionPrompt } from './decisions';
import type { FileRef, Outcome } from './events';

/** What is to be done next: values, performed by the runner through the ports (style.md, rule 3). */
export type Effect =
  /** Take revision 0. */
  | { readonly type: 'snapshot' }
  /** Run one isolated conversation; several call effects run at the same time. `files`: the artifact it may see. */
  | {
      readonly type: 'call';
      readonly request: ModelRequest;
      readonly access: 'none' | 'read' | 'edit';
      readonly files: readonly FileRef[];
    }
  /** Make a revision of the artifact on disk. `expected` null: the person said so, no check. */
  | {
      readonly type: 'publish';
      readonly round: number;
      readonly origin: 'implementor' | 'restore';
      readonly restoredRound: number | null;
      readonly target: readonly FileRef[];
      readonly expected: readonly FileRef[] | null;
      readonly replaced: readonly FileRef[] | null;
    }
  /** The person keeps what is on disk: it becomes the revision as it stands. */
  | { readonly type: 'adopt'; readonly round: number; readonly files: readonly FileRef[] }
  | { readonly type: 'check-evidence'; readonly round: number }
  | { readonly type: 'ask'; readonly prompt: DecisionPrompt; readonly unanswered: Ending }
  | { readonly type: 'finish'; readonly ending: Ending };

/** How the run ends when nobody answers, or when there is nothing to ask. */
export interface Ending {
  readonly outcome: Outcome;
  readonly row: number | null;
  readonly why: string;
}

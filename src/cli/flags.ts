import type { FailOn } from './exit-code';

/** What `bvl run` was called with, as typed: nothing is filled in here. */
export interface StartFlags {
  readonly task?: string;
  readonly artifact?: readonly string[];
  readonly ac?: readonly string[];
  readonly context?: string;
  readonly critics?: readonly string[];
  readonly strict?: true;
  readonly lenient?: true;
  readonly budgetTokens?: number;
  readonly budgetSeconds?: number;
  readonly model?: string;
  readonly brief?: string;
  readonly record?: string;
  readonly json?: true;
  readonly input: boolean;
}

export interface RunFlags extends StartFlags {
  readonly cap?: number;
  readonly cleanRounds?: number;
  /** False after `--no-baseline`; undefined when nothing was said. */
  readonly baseline?: boolean;
  readonly confirm?: 'audit-only' | 'full';
}

export interface AuditFlags extends StartFlags {
  readonly failOn: FailOn;
}

export interface ResumeFlags {
  readonly model?: string;
  readonly record?: string;
  readonly json?: true;
  readonly input: boolean;
}

export interface ShowFlags {
  readonly round?: number;
  readonly raw?: true;
  readonly json?: true;
}

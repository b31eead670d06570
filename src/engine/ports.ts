import type {
  CallOutcome,
  CallRole,
  Choice,
  FileRef,
  RunEvent,
  ToolCallRecord,
  Usage,
} from './build-verify/events';
import type { DecisionPrompt } from './build-verify/decisions';

/*
 * Everything the engine needs from outside. A host composes one object of these; the absence of an ability is a port that says
 * so (a Decider that answers null), never a flag in the engine.
 */

/** A line range of a text file as a tool returns it: 1-based, inclusive. */
export interface TextHit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/**
 * What a model may read: the workspace within the read rules (inside the root after links, ignore files, deny list), with the
 * artifact's files served from the run's own snapshot instead of the disk. Every method rejects with a `ToolError` whose message
 * is fit for the model.
 */
export interface ReadView {
  /** Text of a file, decoded. `path` is workspace-relative, or absolute inside the workspace. */
  readText(path: string): Promise<string>;
  /** Paths of readable files that match a glob, sorted, at most `limit`; `more` tells that there were others. */
  findFiles(
    glob: string,
    limit: number,
  ): Promise<{ readonly paths: readonly string[]; readonly more: boolean }>;
  /** Lines that contain `text` (or match it as a regular expression) in readable files, at most `limit`. */
  searchText(
    query: { readonly text: string; readonly regex: boolean; readonly glob: string | null },
    limit: number,
  ): Promise<{ readonly hits: readonly TextHit[]; readonly more: boolean }>;
}

/**
 * The staged copy of the artifact that an Implementor edits; nothing in it touches the person's file. Writes to any path but the
 * brief's reject with a `ToolError`. Encoding, BOM and the line ends of untouched lines are kept by the implementation: `write` takes the
 * whole new text with any line ends and byte-exactness outside the changed lines is its duty (design.md; rulings 29).
 */
export interface Staging extends ReadView {
  /** True when `path` names one of the artifact files (resolved). */
  isWritable(path: string): Promise<boolean>;
  /** Decoded text of a staged artifact file, or null when it does not exist yet. */
  stagedText(path: string): Promise<string | null>;
  /** Replaces the whole text of a staged artifact file. Rejects with a `ToolError` for text the file's encoding cannot hold. */
  writeText(path: string, text: string): Promise<void>;
  /** The staged files as they are now, each stored as a snapshot. */
  collect(): Promise<FileRef[]>;
}

/** An error a tool returns to the model instead of a result: it names what was wrong and the next step. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

export type PublishResult =
  | { readonly kind: 'published' }
  /** Something on disk is neither what was expected nor the target already; nothing was written. */
  | { readonly kind: 'conflict'; readonly found: FileRef[] };

/** The artifact's files on disk and the run's snapshots of them. */
export interface Workspace {
  /** Snapshot of the artifact files as they are on disk. Rejects with an `ArtifactError` that names what cannot be kept. */
  snapshot(paths: readonly string[]): Promise<FileRef[]>;
  /** Decoded text of a snapshot; empty for an absent file. */
  text(file: FileRef): Promise<string>;
  /** A read view in which the artifact's files are these snapshots. */
  view(files: readonly FileRef[]): ReadView;
  /** A staged copy that starts as these snapshots. */
  stage(files: readonly FileRef[]): Promise<Staging>;
  /**
   * Makes the files on disk equal to `target`, atomically for each file, when each of them still equals `expected` or equals its
   * target already (so that doing it twice is doing it once). Null in `expected` asks for no check.
   */
  publish(target: readonly FileRef[], expected: readonly FileRef[] | null): Promise<PublishResult>;
}

/** One isolated conversation that a model is to run. Nothing of any other call is in it. */
export interface ModelRequest {
  readonly role: CallRole;
  readonly round: number;
  /** Lens of a Critic; null for other roles. */
  readonly lens: string | null;
  readonly attempt: number;
  readonly briefHash: string;
  /** Role prompt: identical for every spawn of this role in the run. */
  readonly system: string;
  /** The sections of the user prompt in order; sent joined, nothing between. `cached` marks the end of the stable prefix. */
  readonly prompt: readonly PromptPart[];
}

export interface PromptPart {
  readonly text: string;
  /** True on the last part of what stays byte-identical over the run (the brief). */
  readonly cached: boolean;
}

/** What the conversation may touch: nothing (judges), reading (Critics), or the staged artifact as well (Implementor). */
export type ToolAccess =
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly view: ReadView }
  | { readonly kind: 'edit'; readonly staging: Staging };

/** Ephemeral: shown while a call runs, never journaled. Token figures are running totals of this call. */
export type ModelProgress =
  | {
      readonly kind: 'tokens';
      readonly input: number;
      readonly output: number;
      readonly cost: number | null;
    }
  | { readonly kind: 'tool'; readonly name: string; readonly path: string | null }
  | { readonly kind: 'waiting'; readonly why: string; readonly seconds: number };

export interface ModelResult {
  readonly outcome: CallOutcome;
  /** The final text, whole and exact; what had arrived when the call was cut. */
  readonly reply: string;
  readonly usage: Usage | null;
  readonly servedBy: string | null;
  readonly toolCalls: readonly ToolCallRecord[];
}

/** A model behind one contract. Failure is a result; `run` rejects only on a defect of ours. */
export interface Model {
  /** Stable name for the report: `anthropic: claude-…`, `recorded run: invoice.ts`. */
  readonly name: string;
  /** The host its requests go to (`api.anthropic.com`), or null when nothing leaves the machine. */
  readonly host: string | null;
  run(
    request: ModelRequest,
    tools: ToolAccess,
    signal: AbortSignal,
    progress: (progress: ModelProgress) => void,
  ): Promise<ModelResult>;
}

/** The model for a role (and lens): roles may run on different ones. */
export type ModelFor = (role: CallRole, lens: string | null) => Model;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Appends events durably; resolves when the line is written (`durable`: and flushed to the disk). */
export interface Journal {
  append(event: RunEvent, durable: boolean): Promise<void>;
}

/** The person, or nobody. */
export interface Decider {
  /**
   * Shows the prompt and waits as long as it takes (no default, no timeout). Null: there is no person here, so the run ends with
   * the escalation. Aborting the signal withdraws the prompt and resolves with null.
   */
  decide(prompt: DecisionPrompt, signal: AbortSignal): Promise<Choice | null>;
}

/** Runs a command the person wrote (a check). Not used by the build-verify loop's models: no model runs commands. */
export interface CommandRunner {
  run(
    command: string,
    signal: AbortSignal,
  ): Promise<{
    readonly exitCode: number | null;
    readonly output: string;
    readonly error: string | null;
  }>;
}

export interface RunPorts {
  readonly modelFor: ModelFor;
  readonly workspace: Workspace;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly decider: Decider;
}

/** What happens between two events, for the panel and the terminal. */
export type RunProgress =
  | {
      readonly kind: 'call-started';
      readonly role: CallRole;
      readonly round: number;
      readonly lens: string | null;
      readonly attempt: number;
      readonly model: string;
    }
  | {
      readonly kind: 'call-progress';
      readonly role: CallRole;
      readonly round: number;
      readonly lens: string | null;
      readonly progress: ModelProgress;
    }
  | { readonly kind: 'prompt-shown'; readonly prompt: DecisionPrompt };

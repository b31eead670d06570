/** Why something that was asked for cannot be done. Stable words, told apart by guard and never by message. */
export type RefusalReason =
  | 'no-workspace'
  | 'outside'
  | 'several-folders'
  | 'no-file'
  | 'not-a-file'
  | 'folder'
  | 'virtual'
  | 'untrusted'
  | 'busy'
  | 'no-runs'
  | 'no-key'
  | 'read-only'
  | 'setting'
  | 'nothing-to-do'
  | 'recording';

/** The next step offered beside a refusal: a command's id and what its button says. */
export interface NextStep {
  readonly label: string;
  readonly command: string;
  readonly args?: readonly unknown[];
}

/** A foreseen "no", with a message for the person that names the next step. Never a defect, so it leaves no stack in the log. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly reason: RefusalReason,
    message: string,
    readonly next: NextStep | null = null,
  ) {
    super(message);
  }
}

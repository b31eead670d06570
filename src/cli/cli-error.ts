/** A call that cannot work, or a failure a person can do something about: what is wrong, and the next step on a line of its own. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly nextStep: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

import { BriefError } from '../engine/brief';
import { ArtifactError, errorCode } from '../node/artifact-error';
import { JournalError } from '../node/journal-file';
import { RunLockedError } from '../node/run-lock';
import { CliError } from './cli-error';
import { visibleText } from './visible-text';

/**
 * What a person reads of a failure, the next step on a line of its own. Null: a defect of ours, whose stack is to be shown.
 * @param runId the run that was under way, which then can be resumed; null when there was none.
 */
export function errorWords(error: unknown, runId: string | null): string | null {
  const words = knownWords(error);
  if (words === null) return null;
  const [message, next] = words;
  const gone = error instanceof JournalError && error.reason === 'missing';
  const resume =
    runId === null || gone || error instanceof RunLockedError
      ? []
      : [`What was done so far is kept. Go on with: bvl resume ${runId}`];
  return visibleText([`bvl: ${message}`, ...(next === null ? [] : [next]), ...resume].join('\n'));
}

function knownWords(error: unknown): readonly [message: string, next: string | null] | null {
  if (error instanceof CliError) return [error.message, error.nextStep];
  if (error instanceof ArtifactError) return [error.message, artifactStep(error)];
  if (error instanceof RunLockedError) {
    return [
      error.message,
      `Wait for its end, or stop it there. To look at it: bvl show ${error.runId}`,
    ];
  }
  if (error instanceof JournalError) return [error.message, journalStep(error)];
  if (error instanceof BriefError) return [error.message, null];
  return null;
}

/** The next step where the message of the file rules does not name one already. */
function artifactStep(error: ArtifactError): string | null {
  switch (error.reason) {
    case 'outside':
      return 'The workspace is the nearest folder upward with .bvl, else the git root, else the current folder: start bvl in the project that holds the file.';
    case 'missing':
      return 'Check the path; it is relative to the current folder (in a brief file: to the workspace).';
    case 'changed':
      return 'Look at the file and start again.';
    case 'denied':
    case 'ignored':
      return 'Name another file.';
    case 'folder':
    case 'not-a-folder':
    case 'binary':
    case 'encoding':
    case 'readonly':
    case 'link':
    case 'special':
    case 'too-large':
    case 'name':
    case 'same-file':
    case 'disk-full':
      return null;
    case 'io':
      return permissionStep(error);
  }
}

/** The next step when the system does not let us at a file; null for any other failure of the disk. */
function permissionStep({ path, cause }: ArtifactError): string | null {
  if (!['EACCES', 'EPERM'].includes(errorCode(cause) ?? '')) return null;
  return /(?:^|[\\/])\.bvl(?:[\\/]|$)/.test(path)
    ? 'Runs are kept under .bvl/runs of the workspace: make that folder writable for you, and start again.'
    : 'Give yourself the right to read and write it, and to write its folder, and start again.';
}

function journalStep(error: JournalError): string | null {
  switch (error.reason) {
    case 'missing':
      return 'List the runs with: bvl runs';
    case 'damaged':
      return 'The other runs are not touched by this (bvl runs); the snapshots beside the journal are whole.';
    case 'version':
    case 'closed':
      return null;
  }
}

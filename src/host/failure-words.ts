import { BriefError } from '../engine/brief';
import { ArtifactError, artifactErrorText } from '../node/artifact-error';
import { JournalError, type JournalReason } from '../node/journal-file';
import { RunLockedError } from '../node/run-lock';
import { NothingToRestoreError } from '../node/session';
import type { Translate } from '../util/translate';
import { FolderBusyError } from './run-service';

/**
 * The message for a failure that is foreseen, with its next step; null for a defect, whose stack belongs in the log.
 */
export function describeFailure(error: unknown, t: Translate): string | null {
  if (error instanceof ArtifactError) return artifactErrorText(error, t);
  if (error instanceof BriefError) return error.message;
  if (error instanceof JournalError) return journalWords(error.reason, error.line, t);
  if (error instanceof NothingToRestoreError) return restoreWords(error.reason, t);
  if (error instanceof RunLockedError) {
    return t('This run belongs to {owner}. It can be read here, but not changed.', {
      owner: error.owner,
    });
  }
  if (error instanceof FolderBusyError) {
    return t('A run is working in this folder. Wait for its end, or stop it first.');
  }
  return null;
}

function journalWords(reason: JournalReason, line: number | null, t: Translate): string {
  switch (reason) {
    case 'missing':
      return t('There is no such run any more: its journal is gone.');
    case 'version':
      return t('This run was written by a newer version of BVL. Update BVL to read it.');
    case 'closed':
      return t('The run belongs to another window now. Nothing more is written to it from here.');
    case 'damaged':
      return t(
        'The journal of this run is damaged (line {line}), so the run cannot be shown or resumed.',
        { line: line ?? 1 },
      );
  }
}

function restoreWords(reason: NothingToRestoreError['reason'], t: Translate): string {
  switch (reason) {
    case 'no-restore':
      return t('There is nothing to undo: the last revision of this run is no restore.');
    case 'no-unfinished':
      return t('That round left no unfinished work.');
    case 'no-text':
      return t('That round has no text to restore.');
  }
}

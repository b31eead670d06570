import { BriefError } from '../engine/brief';
import { ArtifactError, artifactErrorText } from '../node/artifact-error';
import type { Translate } from '../util/translate';
import { FolderBusyError } from './run-service';

/**
 * The message for a failure that is foreseen, with its next step; null for a defect, whose stack belongs in the log.
 */
export function describeFailure(error: unknown, t: Translate): string | null {
  if (error instanceof ArtifactError) return artifactErrorText(error, t);
  if (error instanceof BriefError) return error.message;
  if (error instanceof FolderBusyError) {
    return t('A run is working in this folder. Wait for its end, or stop it first.');
  }
  return null;
}

import { english, type Translate } from '../util/translate';

/** Why a file cannot be an artifact, be read or be written. Told apart by this word, never by the message. */
export type ArtifactReason =
  | 'outside'
  | 'folder'
  | 'not-a-folder'
  | 'binary'
  | 'encoding'
  | 'missing'
  | 'denied'
  | 'ignored'
  | 'readonly'
  | 'link'
  | 'special'
  | 'too-large'
  | 'name'
  | 'same-file'
  | 'changed'
  | 'disk-full'
  | 'io';

const messages: Readonly<Record<ArtifactReason, string>> = {
  outside: '{path} is outside the workspace. Only files inside it can be used.',
  folder: '{path} is a folder. Name a file.',
  'not-a-folder': '{path} cannot exist: a part of it is a file, not a folder.',
  binary: '{path} is a binary file ({detail}). Only text can be verified.',
  encoding: '{path} cannot be kept byte for byte: {detail}. Convert it to UTF-8 and start again.',
  missing: '{path} does not exist.',
  denied: '{path} is on the list of files that are never read or written ({detail}).',
  ignored: '{path} is left out by the ignore files of the workspace.',
  readonly: '{path} is read-only. Make it writable and start again.',
  link: '{path} cannot be used: {detail}.',
  special: '{path} is not a regular file ({detail}).',
  'too-large': '{path} is too large ({detail}).',
  name: '{path} is not a usable file name: {detail}.',
  'same-file': '{path} and {detail} are one and the same file. Name it once.',
  changed: '{path} changed while it was being written. Nothing was replaced.',
  'disk-full':
    'There is no space left to write {path}. Nothing was lost: make room and resume the run.',
  io: '{path} could not be read or written: {detail}.',
};

/**
 * A file that cannot be used, with the reason as a word and the path as it was given. The message names the next step and is one
 * line, whatever is in the path.
 */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly reason: ArtifactReason;
  readonly path: string;
  readonly detail: string;

  constructor(reason: ArtifactReason, path: string, detail = '', cause?: unknown) {
    super(fill(reason, path, detail, english), cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.path = path;
    this.detail = detail;
  }
}

/** The message of an `ArtifactError` in the person's language. */
export function artifactErrorText(error: ArtifactError, t: Translate): string {
  return fill(error.reason, error.path, error.detail, t);
}

/** A path fit for one line of a message or a list: control characters escaped, an empty one visible, a long one cut. */
export function displayPath(path: string): string {
  if (path === '') return '""';
  const escaped = path.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return escaped.length <= 300 ? escaped : `${escaped.slice(0, 140)}…${escaped.slice(-140)}`;
}

/**
 * An error of the file system as an `ArtifactError`: no space, quota and file size limits become `disk-full`.
 * @param path as the person knows it
 */
export function asArtifactError(error: unknown, path: string): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const code = errorCode(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new ArtifactError('disk-full', path, code, error);
    case 'EROFS':
      return new ArtifactError('readonly', path, code, error);
    case 'EISDIR':
      return new ArtifactError('folder', path, code, error);
    case 'ENOTDIR':
      return new ArtifactError('not-a-folder', path, code, error);
    case 'ENOENT':
      return new ArtifactError('missing', path, code, error);
    case 'ELOOP':
      return new ArtifactError('link', path, 'its links go round in a circle', error);
    case 'ENAMETOOLONG':
      return new ArtifactError('name', path, 'it is too long', error);
    case 'ENXIO':
      return new ArtifactError('special', path, code, error);
    case 'EACCES':
    case 'EPERM':
      return new ArtifactError('io', path, `permission denied (${code})`, error);
    default:
      return new ArtifactError(
        'io',
        path,
        code ?? (error instanceof Error ? error.message : String(error)),
        error,
      );
  }
}

/** The code of a file-system error (`ENOENT`), or null for any other value. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

function fill(reason: ArtifactReason, path: string, detail: string, t: Translate): string {
  return t(messages[reason], { path: displayPath(path), detail: displayPath(detail) });
}

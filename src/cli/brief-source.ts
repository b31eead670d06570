import { readFile } from 'node:fs/promises';
import { parseBriefFile } from '../engine/brief-file';
import type { FileProblem } from '../engine/front-matter';
import { CliError } from './cli-error';
import { baseOfFile, type StartBase } from './start-input';
import { visibleLine } from './visible-text';

/**
 * The brief file that `--brief` names. Its artifact paths are workspace-relative, whatever the current folder is.
 * @throws CliError that names every problem with its line.
 */
export async function readBriefSource(path: string): Promise<StartBase> {
  const parsed = parseBriefFile(await readTextFile(path, 'brief file'));
  if ('file' in parsed) return baseOfFile(parsed.file);
  throw new CliError(
    `The brief file ${visibleLine(path)} cannot be used:\n${problemLines(path, parsed.problems)}`,
    'Correct the lines named and start again.',
  );
}

/** `path:line: message` for each problem, as compilers write them. */
export function problemLines(path: string, problems: readonly FileProblem[]): string {
  return problems
    .map(({ line, message }) => `  ${visibleLine(path)}:${line}: ${visibleLine(message)}`)
    .join('\n');
}

/** @throws CliError when the file cannot be read or is not UTF-8. */
export async function readTextFile(path: string, what: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw new CliError(
      `The ${what} ${visibleLine(path)} cannot be read: ${readFailure(error)}.`,
      readStep(error),
      { cause: error },
    );
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function readStep(error: unknown): string {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'Give yourself the right to read it (chmod u+r FILE), or name another file.';
    case 'EISDIR':
      return 'Name a file in it.';
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return 'Save it as UTF-8 text, or name another file.';
    default:
      return 'Check the path; it is relative to the current folder.';
  }
}

function readFailure(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'it does not exist';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return 'it is not UTF-8 text';
    default:
      return error instanceof Error ? visibleLine(error.message) : String(error);
  }
}

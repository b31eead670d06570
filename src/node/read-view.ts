import picomatch from 'picomatch';
import { ToolError, type ReadView, type TextHit } from '../engine/ports';
import { ArtifactError, displayPath } from './artifact-error';
import { decodeOrThrow, type ArtifactFiles } from './artifact-files';
import { isTimeOver, runBounded } from './bounded';
import { readRegularFile } from './disk';
import { readableFiles } from './file-tree';
import { IgnoreRules } from './ignore-rules';
import { toPlainLines } from './line-ends';
import type { PathPolicy } from './path-policy';

/** Largest file a model may read (bytes), and largest that a search looks into. */
export const readLimit = 20 * 1_048_576;
const searchLimit = 6 * 1_048_576;
/** Milliseconds a pattern may take on one file. */
const patternTime = 1_000;
/** Milliseconds all of a search may take in patterns. */
const searchTime = 10_000;
const longestHit = 500;
/** Paths a pattern is held against at once. */
const batchSize = 200;

/**
 * What a model reads: the workspace within the read rules, the artifact's files from the run's snapshots whether or not they are
 * ignored. All text has plain line ends.
 */
export class WorkspaceView implements ReadView {
  private readonly rules: IgnoreRules;

  constructor(
    protected readonly policy: PathPolicy,
    protected readonly artifacts: ArtifactFiles,
  ) {
    this.rules = new IgnoreRules(policy.root, policy.foldsCase);
  }

  async readText(path: string): Promise<string> {
    const text = await this.artifactText(path);
    if (text === null) throw new ToolError(`${displayPath(path)} does not exist yet.`);
    return text ?? (await forModel(() => this.readFromDisk(path)));
  }

  async findFiles(
    glob: string,
    limit: number,
  ): Promise<{ readonly paths: readonly string[]; readonly more: boolean }> {
    const paths: string[] = [];
    for await (const path of this.matching(compileGlob(glob))) {
      paths.push(path);
      if (paths.length > limit) break;
    }
    return { paths: paths.slice(0, limit).sort(), more: paths.length > limit };
  }

  async searchText(
    query: { readonly text: string; readonly regex: boolean; readonly glob: string | null },
    limit: number,
  ): Promise<{ readonly hits: readonly TextHit[]; readonly more: boolean }> {
    if (query.text === '') throw new ToolError('The text to search for is empty.');
    const find = compileQuery(query);
    const hits: TextHit[] = [];
    let time = searchTime;
    for await (const path of this.matching(query.glob === null ? null : compileGlob(query.glob))) {
      const text = await this.searchable(path);
      if (text === null) continue;
      const begun = performance.now();
      const room = limit + 1 - hits.length;
      const search = (): TextHit[] => find(text, room, path);
      hits.push(...(query.regex ? bounded(search, Math.min(patternTime, time)) : search()));
      time -= performance.now() - begun;
      if (hits.length > limit) break;
      if (query.regex && time <= 0) throw slowPattern();
    }
    return { hits: hits.slice(0, limit), more: hits.length > limit };
  }

  /** Text of an artifact file; null when it is one that does not exist yet, undefined when the path is no artifact file. */
  protected async artifactText(path: string): Promise<string | null | undefined> {
    const file = await forModel(() => this.artifacts.named(path));
    if (file === null) return undefined;
    return file.ref.hash === null ? null : this.artifacts.text(file.ref);
  }

  private async readFromDisk(path: string): Promise<string> {
    const place = await this.policy.resolveFile(path);
    if (place.stats === null) throw new ArtifactError('missing', path);
    if (await this.rules.ignores(place.relative, false)) throw new ArtifactError('ignored', path);
    const { bytes } = await readRegularFile(place.full, path, readLimit);
    return toPlainLines(decodeOrThrow(bytes, path).text);
  }

  /** Paths that may be read: the artifact's files first, whether or not they are ignored. */
  private async *readable(): AsyncGenerator<string, void> {
    const artifacts = await this.artifacts.all();
    const given = new Set<string>();
    for (const { ref, place } of artifacts) {
      given.add(ref.path);
      if (place !== null) given.add(place.relative);
      if (typeof (await this.artifactText(ref.path)) === 'string') yield ref.path;
    }
    for await (const path of readableFiles(this.policy.root, this.rules)) {
      if (!given.has(path)) yield path;
    }
  }

  /** The readable files whose path fits, looked at in batches: a bounded look is dear. */
  private async *matching(glob: PathFilter | null): AsyncGenerator<string, void> {
    let batch: string[] = [];
    for await (const path of this.readable()) {
      batch.push(path);
      if (batch.length < batchSize) continue;
      yield* glob === null ? batch : glob(batch);
      batch = [];
    }
    yield* glob === null ? batch : glob(batch);
  }

  private async searchable(path: string): Promise<string | null> {
    try {
      const artifact = await this.artifactText(path);
      if (artifact !== undefined) return artifact;
      const place = await this.policy.resolveFile(path);
      const { bytes } = await readRegularFile(place.full, path, searchLimit);
      return toPlainLines(decodeOrThrow(bytes, path).text);
    } catch {
      // A file that went away, is too large or no text has no lines to find.
      return null;
    }
  }
}

/** An error of the file rules as one that a model reads. */
export async function forModel<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArtifactError) throw new ToolError(error.message);
    throw error;
  }
}

/** A glob without a slash matches names at any depth; one with a slash matches whole paths. */
function compileGlob(glob: string): PathFilter {
  const plain = glob.replace(/^(\.\/)+/, '');
  if (plain === '' || plain.length > 500) {
    throw new ToolError('Give a glob pattern such as `src/**/*.ts`, of at most 500 characters.');
  }
  try {
    const matcher = bounded(
      () => picomatch(plain, { dot: true, basename: !plain.includes('/') }),
      patternTime,
    );
    return (paths) => bounded(() => paths.filter((path) => matcher(path)), patternTime);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(`${displayPath(glob)} is not a glob pattern that can be used.`);
  }
}

type PathFilter = (paths: readonly string[]) => readonly string[];
type Finder = (text: string, room: number, path: string) => TextHit[];

function compileQuery(query: { readonly text: string; readonly regex: boolean }): Finder {
  if (!query.regex) return finder((line) => line.includes(query.text));
  try {
    const pattern = compilePattern(query.text);
    return finder((line) => pattern.test(line));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The regular expression cannot be used: ${why}`);
  }
}

/** As Unicode characters where the pattern allows it; the older reading takes escapes such as `\\-` too. */
function compilePattern(text: string): RegExp {
  try {
    return new RegExp(text, 'u');
  } catch {
    return new RegExp(text);
  }
}

function finder(matches: (line: string) => boolean): Finder {
  return (text, room, path) => {
    const hits: TextHit[] = [];
    let line = 1;
    for (let from = 0; from <= text.length && hits.length < room; line += 1) {
      const end = text.indexOf('\n', from);
      const to = end === -1 ? text.length : end;
      const content = text.slice(from, to);
      if (matches(content)) hits.push({ path, line, text: content.slice(0, longestHit) });
      from = to + 1;
    }
    return hits;
  };
}

function bounded<Result>(work: () => Result, milliseconds: number): Result {
  try {
    return runBounded(work, Math.max(1, Math.ceil(milliseconds)));
  } catch (error) {
    throw isTimeOver(error) ? slowPattern() : error;
  }
}

function slowPattern(): ToolError {
  return new ToolError('The pattern takes too long. Search for a simpler one, or for plain text.');
}

import type { FileRef } from '../../src/engine/build-verify/events';
import {
  type Model,
  type ModelProgress,
  type ModelRequest,
  type Staging,
  ToolError,
} from '../../src/engine/ports';
import { anthropicModel, type AnthropicOptions } from '../../src/models/anthropic';
import { AnthropicDouble } from './anthropic-double/server';
import { type Script, ScriptResponder } from './anthropic-double/script';
import { ManualClock } from './manual-clock';

/** A staging over a map of texts, with a search that looks at every file. */
export function memoryStaging(
  files: Readonly<Record<string, string>>,
  artifacts: readonly string[] = Object.keys(files),
): Staging & { readonly texts: Map<string, string>; readonly writes: string[] } {
  const texts = new Map(Object.entries(files));
  const writes: string[] = [];
  return {
    texts,
    writes,
    readText: (path) => {
      const text = texts.get(path);
      if (text === undefined) return Promise.reject(new ToolError(`No file "${path}".`));
      return Promise.resolve(text);
    },
    findFiles: (_glob, limit) => {
      const paths = [...texts.keys()].sort();
      return Promise.resolve({ paths: paths.slice(0, limit), more: paths.length > limit });
    },
    searchText: (query, limit) => {
      const hits = [...texts].flatMap(([path, text]) =>
        text.split('\n').flatMap((line, index) => {
          return line.includes(query.text) ? [{ path, line: index + 1, text: line }] : [];
        }),
      );
      return Promise.resolve({ hits: hits.slice(0, limit), more: hits.length > limit });
    },
    isWritable: (path) => Promise.resolve(artifacts.includes(path)),
    stagedText: (path) => Promise.resolve(texts.get(path) ?? null),
    writeText: (path, text) => {
      writes.push(path);
      texts.set(path, text);
      return Promise.resolve();
    },
    collect: () => Promise.resolve<FileRef[]>([]),
  };
}

/** A request of an Implementor in round 1; every field can be another. */
export function modelRequest(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    role: 'implementor',
    round: 1,
    lens: null,
    attempt: 1,
    briefHash: 'b'.repeat(64),
    system: 'You are the Implementor.',
    prompt: [
      { text: 'TASK: totals\n', cached: true },
      { text: 'findings\n', cached: false },
    ],
    ...over,
  };
}

export interface DoubleSetup {
  readonly double: AnthropicDouble;
  readonly responder: ScriptResponder;
  readonly clock: ManualClock;
  readonly url: string;
}

/** Runs `use` against a double that follows a script, and stops it whatever happens. */
export async function withDouble(
  conversations: Script['conversations'],
  use: (setup: DoubleSetup) => Promise<void>,
): Promise<void> {
  const responder = new ScriptResponder({ conversations });
  const double = new AnthropicDouble({ responder, key: 'test-key-1' });
  const url = await double.listen();
  try {
    await use({ double, responder, clock: new ManualClock(), url });
  } finally {
    await double.close();
  }
}

/** The Anthropic model against a double. */
export function doubleModel(setup: DoubleSetup, over: Partial<AnthropicOptions> = {}): Model {
  return anthropicModel({
    apiKey: 'test-key-1',
    baseUrl: setup.url,
    model: 'claude-test-1',
    clock: setup.clock,
    random: () => 0.5,
    ...over,
  });
}

/** Keeps what was reported, and tells a waiting test about it. */
export class ProgressLog {
  readonly all: ModelProgress[] = [];
  private listener: ((progress: ModelProgress) => void) | null = null;

  readonly add = (progress: ModelProgress): void => {
    this.all.push(progress);
    this.listener?.(progress);
  };

  /** Resolves at the next report that fits. */
  next(fits: (progress: ModelProgress) => boolean): Promise<ModelProgress> {
    return new Promise((resolve) => {
      this.listener = (progress) => {
        if (!fits(progress)) return;
        this.listener = null;
        resolve(progress);
      };
    });
  }

  /** Seconds of every countdown's first report, with its reason. */
  get waits(): { readonly why: string; readonly seconds: number }[] {
    return this.all.flatMap((progress, index) => {
      if (progress.kind !== 'waiting') return [];
      const before = this.all[index - 1];
      const goesOn = before?.kind === 'waiting' && before.seconds === progress.seconds + 1;
      return goesOn ? [] : [{ why: progress.why, seconds: progress.seconds }];
    });
  }
}

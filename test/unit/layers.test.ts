import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

/** Which rooms (and texts and data beside them) a room may import; docs/architecture.md shows the same as a picture. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  util: [],
  engine: ['util', 'prompts'],
  models: ['engine', 'util'],
  node: ['engine', 'util'],
  protocol: ['engine', 'util'],
  host: ['protocol', 'node', 'models', 'engine', 'util'],
  cli: ['protocol', 'node', 'models', 'engine', 'util', 'package.json'],
  extension: ['host', 'protocol', 'node', 'models', 'engine', 'util'],
  'cli-entry': ['cli', 'protocol', 'node', 'models', 'engine', 'util'],
  webview: ['protocol', 'util'],
};

/** The only file of the engine that may use Node: it hashes, which is a function of its input. */
const engineFilesWithNode = ['src/engine/hash.ts'];

interface Import {
  readonly from: string;
  /** As written. */
  readonly specifier: string;
  /** The file of the project that is meant; null for packages and Node's own modules. */
  readonly target: string | null;
}

describe('layers', () => {
  const files = globSync(['src/**/*.ts', 'webview/**/*.ts'], { ignore: ['**/*.d.ts'] }).sort();
  const imports = files.flatMap((file) => importsOf(file, new Set(files)));

  it('sees the sources and their imports', () => {
    assert.ok(files.length > 20, `only ${files.length} files`);
    assert.ok(imports.length > files.length, `only ${imports.length} imports`);
  });

  it('every file stands in a room of the table', () => {
    assert.deepEqual(
      files.filter((file) => !(roomOf(file) in mayImport)),
      [],
    );
  });

  it('a room imports only what the table allows', () => {
    const wrong = imports.filter(({ from, target }) => {
      if (target === null) return false;
      const [room, other] = [roomOf(from), roomOf(target)];
      return room !== other && !(mayImport[room] ?? []).includes(other);
    });
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('only the host imports vscode', () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        specifier === 'vscode' && !['host', 'extension'].includes(roomOf(from)),
    );
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('engine, util, protocol and webview use nothing of Node', () => {
    const pure = ['engine', 'util', 'protocol', 'webview'];
    const wrong = imports.filter(
      ({ from, specifier }) =>
        isNodeModule(specifier) &&
        pure.includes(roomOf(from)) &&
        !engineFilesWithNode.includes(from),
    );
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('no imports go in a circle', () => {
    assert.deepEqual(circles(imports), []);
  });

  it('the two entry files stay lists of at most 60 lines', () => {
    for (const file of ['src/extension.ts', 'src/cli.ts']) {
      const lines = readFileSync(file, 'utf8').split('\n').length - 1;
      assert.ok(lines <= 60, `${file} has ${lines} lines`);
    }
  });

  it('no source file has more than 500 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 501);
    assert.deepEqual(long, []);
  });

  it('finds a circle where there is one', () => {
    const circle = [
      { from: 'a', specifier: './b', target: 'b' },
      { from: 'b', specifier: './c', target: 'c' },
      { from: 'c', specifier: './b', target: 'b' },
    ];
    assert.deepEqual(circles(circle), ['b -> c -> b']);
  });
});

function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first !== 'src') return first;
  if (file === 'src/extension.ts') return 'extension';
  if (file === 'src/cli.ts') return 'cli-entry';
  return second;
}

function importsOf(file: string, known: ReadonlySet<string>): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => ({
    from: file,
    specifier: fileName,
    target: fileName.startsWith('.') ? resolveImport(file, fileName, known) : null,
  }));
}

/** The project's file behind a relative import; the path itself when it is no TypeScript file. */
function resolveImport(file: string, specifier: string, known: ReadonlySet<string>): string {
  const plain = path.posix.join(path.posix.dirname(file), specifier);
  return [`${plain}.ts`, `${plain}/index.ts`].find((name) => known.has(name)) ?? plain;
}

function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function describeImport({ from, specifier }: Import): string {
  return `${from} imports ${specifier}`;
}

/** Every circle that a walk in depth meets, as `a -> b -> a`. */
function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, target } of imports) {
    if (target !== null) next.set(from, [...(next.get(from) ?? []), target]);
  }
  const found: string[] = [];
  const finished = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(file);
    if (seenAt !== -1) {
      found.push([...trail.slice(seenAt), file].join(' -> '));
      return;
    }
    if (finished.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...trail, file]);
    finished.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageProblems } from '../../scripts/package-list';
import { packagedFiles } from '../../scripts/vsix';

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly l10n: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

describe('the package', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

  let packed: string[];

  before(function () {
    this.timeout(60_000);
    packed = packagedFiles();
  });

  it('holds exactly what is allowed', () => {
    assert.deepEqual(packageProblems(packed, false), []);
  });

  it('notices what does not belong into it and what lacks', () => {
    const problems = packageProblems(['src/extension.ts', 'package.json'], false);
    assert.ok(problems.includes('not allowed: src/extension.ts'));
    assert.ok(problems.some((problem) => problem.startsWith('missing: ^README')));
  });

  it('holds what its pages link to', () => {
    for (const page of packed.filter((file) => /^[^/]*\.md$|^docs\/.*\.md$/.test(file))) {
      const text = readFileSync(page, 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
        const file = path.posix.join(path.posix.dirname(page), target);
        assert.ok(packed.includes(file), `${page}: ${target}`);
      }
    }
  });

  it('names files that are there once it is built', () => {
    for (const file of [
      manifest.main,
      manifest.icon,
      manifest.l10n,
      ...Object.values(manifest.bin),
    ]) {
      assert.ok(existsSync(file), `${file} is not there`);
    }
  });

  it('is compiled against the editor that it names as the oldest', () => {
    assert.equal(`^${manifest.devDependencies['@types/vscode'] ?? ''}`, manifest.engines.vscode);
  });

  it('starts every script through the bootstrap, so that each works after a clone', () => {
    for (const [name, command] of Object.entries(manifest.scripts)) {
      const [, script] = /^node scripts\/bootstrap\.mjs (\S+)/.exec(command) ?? [];
      assert.ok(script !== undefined, `${name}: ${command}`);
      assert.ok(existsSync(script), `${name}: ${script} is not there`);
    }
  });

  it('locks versions and not the addresses of a registry', () => {
    assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /"resolved": "http/);
  });
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: { readonly properties: object } | { readonly properties: object }[];
  };
}

describe('paperwork', () => {
  const readme = readFileSync('README.md', 'utf8');
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

  it('the README names every setting, and no other', () => {
    const sections = [manifest.contributes.configuration].flat();
    const there = sections.flatMap(({ properties }) => Object.keys(properties)).sort();
    const named = [...readme.matchAll(/^\| `(bvl\.[\w.]+)` \|/gm)].map(([, name]) => name).sort();
    assert.deepEqual(named, there);
  });

  it('the changelog keeps Unreleased on top', () => {
    const [first] = [...changelog.matchAll(/^## (.+)$/gm)];
    assert.equal(first?.[1], '[Unreleased]');
    for (const [, heading] of changelog.matchAll(/^### (.+)$/gm)) {
      assert.match(
        heading ?? '',
        /^(Added|Changed|Deprecated|Removed|Fixed|Security)$/,
        `"${heading ?? ''}" is no heading of Keep a Changelog`,
      );
    }
  });

  it('the README names the version that is packed', () => {
    assert.ok(readme.includes(`build-verify-loop-${manifest.version}.vsix`));
  });

  it('links between the pages lead somewhere', () => {
    const pages = globSync(['*.md', 'docs/**/*.md', 'examples/*.md']);
    const dead = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => path.join(path.dirname(page), target ?? ''))
        .filter((target) => !existsSync(target))
        .map((target) => `${page}: ${target}`),
    );
    assert.deepEqual(dead, []);
  });
});

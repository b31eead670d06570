import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { validateBrief } from '../../src/engine/brief';
import { parseBriefFile } from '../../src/engine/brief-file';
import { lintCriteria } from '../../src/engine/criteria-lint';
import { builtInLenses } from '../../src/engine/roles';

const workspace = path.resolve('examples/workspace');
const briefs = path.join(workspace, '.bvl/briefs');

describe('example briefs', () => {
  for (const name of readdirSync(briefs)) {
    it(`${name} can be run as it stands`, () => {
      const parsed = parseBriefFile(readFileSync(path.join(briefs, name), 'utf8'));
      assert.ok('file' in parsed, JSON.stringify(parsed));
      const checked = validateBrief(parsed.file.input);
      assert.ok('brief' in checked, JSON.stringify(checked));
      for (const artifact of checked.brief.artifacts)
        assert.ok(existsSync(path.join(workspace, artifact)), artifact);
      for (const lens of parsed.file.lenses ?? [])
        assert.ok(
          builtInLenses.some((one) => one.name === lens),
          lens,
        );
      assert.deepEqual(lintCriteria(checked.brief.criteria), []);
    });
  }

  it('cite only files that exist', () => {
    for (const name of [...readdirSync(briefs).map((one) => `.bvl/briefs/${one}`), 'README.md']) {
      const text = readFileSync(path.join(workspace, name), 'utf8');
      for (const [, cited = ''] of text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:md|ts|yaml))`/g))
        assert.ok(existsSync(path.join(workspace, cited)), `${name}: ${cited}`);
    }
  });
});

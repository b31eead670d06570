import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { ArtifactError, displayPath, type ArtifactReason } from '../../src/node/artifact-error';
import { deniedBy } from '../../src/node/deny-list';
import { nameProblem } from '../../src/node/file-name';
import { artifactPath, findRoot } from '../../src/node/find-root';
import { PathPolicy } from '../../src/node/path-policy';
import { TempFolder } from '../support/temp-folder';

describe('path policy', () => {
  let outer: TempFolder;
  let policy: PathPolicy;

  before(() => {
    outer = new TempFolder({
      'ws/notes/plan.md': 'plan\n',
      'ws/notes/other.md': 'other\n',
      'ws/code/app.ts': 'app\n',
      'ws/.env': 'SECRET=1\n',
      'out/plan.md': 'outside\n',
      'wsx/plan.md': 'prefix twin\n',
    });
    mkdirSync(outer.at('ws/notes/deep'));
    const link = (target: string, name: string): void => {
      symlinkSync(target, outer.at('ws', name));
    };
    link('notes', 'linked');
    link('../notes/plan.md', 'code/plan-link.md');
    link(outer.at('ws/notes/plan.md'), 'absolute-link.md');
    link('../out', 'leaves');
    link('../ws/notes', 'leaves-and-returns');
    link('circle-b', 'circle-a');
    link('circle-a', 'circle-b');
    link('gone.md', 'dangling.md');
    link('.env', 'harmless.md');
    link('/proc/self', 'system');
    linkSync(outer.at('ws/notes/plan.md'), outer.at('ws/notes/twin.md'));
    policy = new PathPolicy(outer.at('ws'));
  });

  after(() => {
    outer.remove();
  });

  const leadsTo: readonly (readonly [given: string, relative: string])[] = [
    ['notes/plan.md', 'notes/plan.md'],
    ['./notes//plan.md', 'notes/plan.md'],
    ['notes/deep/../plan.md', 'notes/plan.md'],
    ['linked/plan.md', 'notes/plan.md'],
    ['code/plan-link.md', 'notes/plan.md'],
    ['absolute-link.md', 'notes/plan.md'],
    ['linked/../code/app.ts', 'code/app.ts'],
    ['new/folder/file.md', 'new/folder/file.md'],
    ['linked/new.md', 'notes/new.md'],
    [' notes/plan.md', ' notes/plan.md'],
    ['notes\\plan.md', 'notes\\plan.md'],
    ['notes%2Fplan.md', 'notes%2Fplan.md'],
    ['~/x.md', '~/x.md'],
    ['file:notes/plan.md', 'file:notes/plan.md'],
  ];
  for (const [given, relative] of leadsTo) {
    it(`takes ${JSON.stringify(given)} as ${relative}`, async function () {
      if (process.platform === 'win32') this.skip();
      assert.equal((await policy.resolveFile(given)).relative, relative);
    });
  }

  const refused: readonly (readonly [given: string, reason: ArtifactReason])[] = [
    ['', 'name'],
    ['notes/plan.md\0', 'name'],
    ['notes/other.md\0notes/plan.md', 'name'],
    ['notes/plan.md\n', 'name'],
    ['notes/\x7f.md', 'name'],
    ['notes/\ufffd.md', 'name'],
    ['notes/\ud800.md', 'name'],
    [`notes/${'a'.repeat(253)}.md`, 'name'],
    ['./'.repeat(2100) + 'notes/plan.md', 'name'],
    ['..', 'outside'],
    ['../out/plan.md', 'outside'],
    ['../ws/notes/plan.md', 'outside'],
    ['notes/../../out/plan.md', 'outside'],
    ['/etc/passwd', 'outside'],
    ['/proc/self/cwd/notes/plan.md', 'outside'],
    ['leaves/plan.md', 'outside'],
    ['leaves-and-returns/plan.md', 'outside'],
    ['system/cwd', 'outside'],
    ['.', 'folder'],
    ['notes', 'folder'],
    ['notes/', 'folder'],
    ['notes/plan.md/', 'folder'],
    ['notes/plan.md/x', 'not-a-folder'],
    ['notes/plan.md/../other.md', 'not-a-folder'],
    ['circle-a', 'link'],
    ['circle-a/plan.md', 'link'],
    ['dangling.md', 'link'],
    ['nowhere/../notes/plan.md', 'missing'],
    ['.env', 'denied'],
    ['harmless.md', 'denied'],
    ['.git/config', 'denied'],
    ['sub/.GIT/hooks/x', 'denied'],
    ['.bvl/runs/a/events.jsonl', 'denied'],
  ];
  for (const [given, reason] of refused) {
    it(`refuses ${JSON.stringify(given.slice(0, 40))} as ${reason}`, async () => {
      await assert.rejects(policy.resolveFile(given), (error) => {
        assert.ok(error instanceof ArtifactError);
        assert.equal(error.reason, reason);
        assert.doesNotMatch(error.message, /[\p{Cc}\p{Cs}]/u);
        assert.ok(error.message.length < 700);
        return true;
      });
    });
  }

  it('refuses a path that only begins like the workspace', async () => {
    await assert.rejects(policy.resolve(outer.at('wsx/plan.md')), { reason: 'outside' });
    await assert.rejects(policy.resolve(`${outer.at('ws')}notes/plan.md`), { reason: 'outside' });
  });

  it('takes absolute paths inside, also under the name of a link to the root', async () => {
    symlinkSync(outer.at('ws'), outer.at('alias'));
    const aliased = new PathPolicy(outer.at('alias'));
    for (const root of ['ws', 'alias']) {
      const place = await aliased.resolveFile(outer.at(root, 'notes/plan.md'));
      assert.equal(place.full, outer.at('ws/notes/plan.md'));
    }
  });

  it('refuses pipes at once, without opening them', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [outer.at('ws/pipe.md')]);
    await assert.rejects(policy.resolveFile('pipe.md'), { reason: 'special' });
  });

  it('tells hard links apart by name and folds case where the file system does', async () => {
    const plan = await policy.resolve('notes/plan.md');
    assert.ok(!policy.same(plan, await policy.resolve('notes/twin.md')));
    assert.ok(!policy.same(plan, { ...plan, full: plan.full.toUpperCase() }));
    const folding = new PathPolicy(outer.at('ws'), true);
    assert.ok(folding.same(plan, { ...plan, full: plan.full.toUpperCase() }));
  });
});

describe('file names', () => {
  it('knows what Windows makes of a name, and leaves it alone elsewhere', () => {
    const names = ['a:b', 'plan.md ', 'plan.md.', 'NUL', 'aux.md', 'com1.txt', 'PLAN~1.MD', 'a?'];
    for (const name of names) {
      assert.notEqual(nameProblem(`docs/${name}`, 'win32'), null, name);
      assert.equal(nameProblem(`docs/${name}`, 'linux'), null, name);
    }
    assert.equal(nameProblem('C:\\work\\plan.md', 'win32'), null);
    assert.equal(nameProblem('..\\auxiliary\\plan.md', 'win32'), null);
  });

  it('counts bytes, not characters', () => {
    assert.equal(nameProblem('한'.repeat(85), 'linux'), null);
    assert.notEqual(nameProblem('한'.repeat(86), 'linux'), null);
  });

  it('shows a path on one line', () => {
    assert.equal(displayPath('a\nb\u202e.md'), 'a\\u000ab\\u202e.md');
    assert.equal(displayPath(''), '""');
  });
});

describe('deny list', () => {
  const closed =
    '.env .ENV.local config/.envrc id_rsa id_ed25519.pub a/server.pem tls.KEY .npmrc .netrc .pypirc credentials.json .ssh/config deep/.git/HEAD .git .bvl/runs .aws/credentials secrets.yaml .docker/config.json service-account-1.json';
  for (const path of closed.split(' ')) {
    it(`closes ${path}`, () => {
      assert.notEqual(deniedBy(path), null);
    });
  }
  const open =
    '.bvl/lenses/x.md .bvl/briefs/a.md src/env.ts .gitignore .github/workflows/a.yml docs/keys.md monkey.ts src/credentials.ts environment.md .vscode/settings.json';
  for (const path of open.split(' ')) {
    it(`leaves ${path} open`, () => {
      assert.equal(deniedBy(path), null);
    });
  }
});

describe('workspace root', () => {
  it('is the nearest folder with .bvl, else the git root, else the folder itself', async () => {
    const temp = new TempFolder({ 'repo/.git/HEAD': '', 'repo/a/.bvl/x': '', 'repo/a/b/c': '' });
    mkdirSync(temp.at('repo/other/deep'), { recursive: true });
    assert.equal(await findRoot(temp.at('repo/a/b')), temp.at('repo/a'));
    assert.equal(await findRoot(temp.at('repo/other/deep')), temp.at('repo'));
    const alone = await findRoot(temp.at());
    assert.ok(temp.at().startsWith(alone));
    temp.remove();
  });

  it('names an artifact from the root, wherever it was typed', () => {
    const temp = new TempFolder({ 'ws/docs/plan.md': '', 'out.md': '' });
    symlinkSync(temp.at('ws'), temp.at('alias'));
    assert.equal(artifactPath(temp.at('ws'), temp.at('ws/docs'), 'plan.md'), 'docs/plan.md');
    assert.equal(artifactPath(temp.at('ws'), temp.at('ws/docs'), '../new.md'), 'new.md');
    assert.equal(artifactPath(temp.at('ws'), temp.at('alias/docs'), './plan.md'), 'docs/plan.md');
    assert.equal(artifactPath(temp.at('alias'), temp.at(), 'ws/docs/plan.md'), 'docs/plan.md');
    assert.throws(() => artifactPath(temp.at('ws'), temp.at('ws'), '../out.md'), {
      reason: 'outside',
    });
    temp.remove();
  });
});

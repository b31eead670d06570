import assert from 'node:assert/strict';
import { linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { ToolError, type ReadView } from '../../src/engine';
import { NodeWorkspace } from '../../src/node/node-workspace';
import { TempFolder } from '../support/temp-folder';

describe('what a model may read', () => {
  let temp: TempFolder;
  let view: ReadView;

  before(async () => {
    temp = new TempFolder({
      'ws/docs/plan.md': 'needle on disk\n',
      'ws/docs/crlf.md': 'one\r\nneedle two\r\n',
      'ws/src/app.ts': 'const needle = 1;\n',
      'ws/src/deep/app.test.ts': 'test needle\n',
      'ws/.gitignore': '*.log\n/dist/\ndocs/plan.md\n',
      'ws/src/.gitignore': '!keep.log\n/secret/\n',
      'ws/src/.ignore': 'made.ts\n',
      'ws/.git/info/exclude': 'mine.md\n',
      'ws/src/made.ts': 'needle made\n',
      'ws/docs/mine.md': 'needle mine\n',
      'ws/src/keep.log': 'needle kept\n',
      'ws/src/drop.txt.log': 'needle dropped\n',
      'ws/src/secret/a.ts': 'needle secret\n',
      'ws/dist/out.js': 'needle built\n',
      'ws/.env': 'needle=1\n',
      'ws/.git/config': 'needle\n',
      'ws/.bvl/runs/old/report.md': 'needle\n',
      'ws/.bvl/lenses/own.md': 'needle lens\n',
      'ws/node_modules/pkg/index.js': 'needle\n',
      'ws/picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]),
      'ws/old.txt': Buffer.from([0x6e, 0xe9, 0x65]),
      'out/secret.md': 'needle outside\n',
    });
    symlinkSync(temp.at('out'), temp.at('ws/leaves'));
    symlinkSync('../.env', temp.at('ws/docs/env.md'));
    symlinkSync('docs', temp.at('ws/alias'));
    const run = temp.at('ws/.bvl/runs/r1');
    mkdirSync(run);
    const workspace = new NodeWorkspace(temp.at('ws'), run);
    const files = await workspace.snapshot(['docs/plan.md']);
    const staging = await workspace.stage(files);
    await staging.writeText('docs/plan.md', 'first\nneedle in the run\n');
    view = workspace.view(await staging.collect());
  });

  after(() => {
    temp.remove();
  });

  it('is the run’s own text of the artifact, under whatever name', async () => {
    for (const path of ['docs/plan.md', 'alias/plan.md', temp.at('ws/docs/plan.md')]) {
      assert.equal(await view.readText(path), 'first\nneedle in the run\n');
    }
  });

  it('is the text of other files, with plain line ends', async () => {
    assert.equal(await view.readText('docs/crlf.md'), 'one\nneedle two\n');
    assert.equal(await view.readText('.bvl/lenses/own.md'), 'needle lens\n');
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ['.env', /never read or written/],
    ['docs/env.md', /never read or written/],
    ['.git/config', /never read or written/],
    ['.bvl/runs/old/report.md', /never read or written/],
    ['leaves/secret.md', /outside the workspace/],
    ['../out/secret.md', /outside the workspace/],
    ['/etc/passwd', /outside the workspace/],
    ['src/drop.txt.log', /ignore files/],
    ['src/secret/a.ts', /ignore files/],
    ['dist/out.js', /ignore files/],
    ['src/made.ts', /ignore files/],
    ['docs/mine.md', /ignore files/],
    ['docs', /is a folder/],
    ['docs/none.md', /does not exist/],
    ['picture.png', /binary/],
    ['old.txt', /not UTF-8/],
  ];
  for (const [path, message] of refused) {
    it(`is not ${path}`, async () => {
      await assert.rejects(view.readText(path), (error) => {
        assert.ok(error instanceof ToolError);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('is found by name', async () => {
    const find = async (glob: string): Promise<readonly string[]> =>
      (await view.findFiles(glob, 50)).paths;
    assert.deepEqual(await find('*.md'), ['.bvl/lenses/own.md', 'docs/crlf.md', 'docs/plan.md']);
    assert.deepEqual(await find('src/*.ts'), ['src/app.ts']);
    assert.deepEqual(await find('src/**/*.ts'), ['src/app.ts', 'src/deep/app.test.ts']);
    assert.deepEqual(await find('*.log'), ['src/keep.log']);
    assert.deepEqual(await find('**/*env*'), []);
    assert.deepEqual(await find('../**'), []);
    assert.deepEqual(await view.findFiles('**', 2), {
      paths: ['.gitignore', 'docs/plan.md'],
      more: true,
    });
  });

  it('is searched by text and by pattern, within what may be read', async () => {
    const { hits, more } = await view.searchText({ text: 'needle', regex: false, glob: null }, 50);
    assert.equal(more, false);
    assert.deepEqual(
      hits.map(({ path, line }) => `${path}:${String(line)}`),
      [
        'docs/plan.md:2',
        '.bvl/lenses/own.md:1',
        'docs/crlf.md:2',
        'src/app.ts:1',
        'src/keep.log:1',
        'src/deep/app.test.ts:1',
      ],
    );
    const found = await view.searchText({ text: 'n[e]+dle =', regex: true, glob: '*.ts' }, 50);
    assert.deepEqual(found.hits, [{ path: 'src/app.ts', line: 1, text: 'const needle = 1;' }]);
    const older = await view.searchText({ text: 'needle \\= 1', regex: true, glob: null }, 50);
    assert.equal(older.hits.length, 1);
    const few = await view.searchText({ text: 'needle', regex: false, glob: null }, 2);
    assert.equal(few.hits.length, 2);
    assert.equal(few.more, true);
  });

  it('says what is wrong with a pattern, and ends one that takes for ever', async function () {
    this.timeout(20_000);
    const search = (text: string, glob: string | null): Promise<unknown> =>
      view.searchText({ text, regex: true, glob }, 5);
    await assert.rejects(search('(', null), /regular expression cannot be used/);
    await assert.rejects(search('', null), /empty/);
    await assert.rejects(view.findFiles('', 5), ToolError);
    temp.write('ws/slow.txt', `${'a'.repeat(40)}!\n`);
    await assert.rejects(search('^(a+)+$', 'slow.txt'), /takes too long/);
    rmSync(temp.at('ws/slow.txt'));
  });

  it('does not follow links when it lists, and lists hard links as files', async () => {
    linkSync(temp.at('ws/src/app.ts'), temp.at('ws/src/twin.ts'));
    const { paths } = await view.findFiles('**/*.ts', 50);
    assert.ok(paths.includes('src/twin.ts'));
    assert.ok(!paths.some((path) => path.startsWith('alias') || path.startsWith('leaves')));
  });
});

import assert from 'node:assert/strict';
import { placeFile } from '../../src/host/artifact-path';

const folders = [
  { path: '/home/a/web' },
  { path: '/home/a/web/packages/api' },
  { path: '/srv/b/' },
];

describe('the folder of a file', () => {
  it('is the innermost workspace folder that holds it', () => {
    const placed = placeFile(folders, '/home/a/web/packages/api/src/index.ts');
    assert.deepEqual(placed, { folder: folders[1], relative: 'src/index.ts' });
  });

  it('is not one whose name only begins the same', () => {
    assert.equal(placeFile(folders, '/home/a/website/index.html'), null);
  });

  it('takes names with any characters as they are', () => {
    const placed = placeFile(folders, '/srv/b/文档 #1/\\u0041 %20.md');
    assert.deepEqual(placed, { folder: folders[2], relative: '文档 #1/\\u0041 %20.md' });
  });

  it('has no place for a workspace folder itself, or for a file outside', () => {
    assert.equal(placeFile(folders, '/home/a/web'), null);
    assert.equal(placeFile(folders, '/etc/hosts'), null);
    assert.equal(placeFile([], '/etc/hosts'), null);
  });
});

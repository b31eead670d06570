import assert from 'node:assert/strict';
import { describeFailure } from '../../src/host/failure-words';
import { ArtifactError } from '../../src/node/artifact-error';
import { JournalError } from '../../src/node/journal-file';
import { RunLockedError } from '../../src/node/run-lock';
import { NothingToRestoreError } from '../../src/node/session';
import { english } from '../../src/util/translate';

describe('words for a failure', () => {
  const foreseen: readonly (readonly [unknown, RegExp])[] = [
    [new ArtifactError('readonly', 'a.md'), /a\.md is read-only\. Make it writable/],
    [new JournalError('damaged', 'events.jsonl', 7, 'x'), /damaged \(line 7\)/],
    [new JournalError('version', 'events.jsonl', 1, 'x'), /newer version of BVL\. Update/],
    [new JournalError('missing', 'events.jsonl', null, 'x'), /no such run/],
    [new JournalError('closed', 'events.jsonl', null, 'x'), /another window/],
    [new RunLockedError('r', 'process 7 on here'), /belongs to process 7 on here/],
    [new NothingToRestoreError('no-restore', 'x'), /nothing to undo/],
    [new NothingToRestoreError('no-text', 'x'), /no text to restore/],
    [new NothingToRestoreError('no-unfinished', 'x'), /no unfinished work/],
  ];
  for (const [error, words] of foreseen) {
    it(`say ${String(words)}`, () => {
      assert.match(describeFailure(error, english) ?? '', words);
    });
  }

  it('are none for a defect', () => {
    assert.equal(describeFailure(new TypeError('x is not a function'), english), null);
    assert.equal(describeFailure('text', english), null);
  });
});

import assert from 'node:assert/strict';
import { CliError } from '../../src/cli/cli-error';
import { runNamed } from '../../src/cli/read-run';
import { startInput, type StartBase, type StartSources } from '../../src/cli/start-input';
import { builtInLenses } from '../../src/engine/roles';
import type { RunListing } from '../../src/node/run-listing';

const base: StartBase = {
  input: {
    task: 'From the file',
    artifacts: ['docs/a.md'],
    criteria: ['one', 'two'],
    context: 'c',
  },
  options: {
    cap: 8,
    strictness: 'strict',
    baseline: false,
    budget: { tokens: 5, cost: 2, seconds: null },
  },
  lenses: ['security', 'coherence'],
};

function sources(change: Partial<StartSources>): StartSources {
  return {
    mode: 'loop',
    flags: { input: true },
    base: null,
    lenses: builtInLenses,
    workspacePath: (path) => `sub/${path}`,
    ...change,
  };
}

describe('what a run starts with', () => {
  it('takes defaults for what nobody said', () => {
    const flags = { input: true, task: 't', artifact: ['a.md'], ac: ['x'] };
    assert.deepEqual(startInput(sources({ flags })), {
      brief: { task: 't', artifacts: ['sub/a.md'], criteria: ['x'], context: null },
      options: {
        mode: 'loop',
        cap: 5,
        cleanRounds: 2,
        confirmRounds: 'full',
        baseline: true,
        strictness: 'normal',
        budget: { tokens: null, cost: null, seconds: null },
      },
      lenses: builtInLenses.filter(({ name }) => name === 'destruction'),
    });
  });

  it('puts flags over the brief file, one by one; its paths are from the workspace', () => {
    const flags = { input: true, cap: 3, lenient: true, ac: ['only'], budgetSeconds: 9 } as const;
    const { brief, options, lenses } = startInput(sources({ flags, base }));
    assert.deepEqual(brief, { ...base.input, criteria: ['only'] });
    assert.deepEqual(
      [options.cap, options.strictness, options.baseline, options.budget],
      [3, 'lenient', false, { tokens: 5, cost: 2, seconds: 9 }],
    );
    assert.deepEqual(
      lenses.map(({ name }) => name),
      ['security', 'coherence'],
    );
  });

  it('names everything that is missing in one message', () => {
    assert.throws(
      () => startInput(sources({})),
      (error) =>
        error instanceof CliError &&
        /--task[^]*--artifact[^]*--ac/.test(error.message) &&
        (error.nextStep ?? '').startsWith('For example: bvl run'),
    );
  });

  it('names the nearest lens', () => {
    const flags = { input: true, critics: ['Coherance'] };
    assert.throws(() => startInput(sources({ flags, base })), /Did you mean coherence\?/);
    const wild = { input: true, critics: ['zzzz'] };
    assert.throws(() => startInput(sources({ flags: wild, base })), /no lens "zzzz"\.$/);
  });
});

describe('which run is meant', () => {
  const runs = ['20260102-a1', '20260101-b2', '20260101-b1'].map((id): RunListing => ({
    id,
    task: '',
    artifacts: [],
    mode: 'loop',
    startedAt: '',
    lastAt: '',
    outcome: null,
    round: 0,
    owner: null,
    problem: null,
  }));

  it('is found by id, by the start of one, and as the last', () => {
    assert.equal(runNamed('last', runs).id, '20260102-a1');
    assert.equal(runNamed('20260102', runs).id, '20260102-a1');
    assert.equal(runNamed('20260101-b1', runs).id, '20260101-b1');
  });

  it('is not guessed', () => {
    assert.throws(() => runNamed('20260101', runs), /2 runs begin with 20260101: /);
    assert.throws(() => runNamed('', runs), /There is no run/);
    assert.throws(() => runNamed('x\u001b', runs), /There is no run x␛\./);
    assert.throws(() => runNamed('last', []), /no runs in this workspace/);
  });
});

import assert from 'node:assert/strict';
import { expectRun, one } from '../support/expect-run';
import { choose, planText } from '../support/scenario';

/* The scope-creep pause (build-verify.md "Scope-creep decisions"; rulings 12, 16). */

describe('the scope-creep pause', () => {
  it('waits while other non-LOW findings are open, then asks', async () => {
    await expectRun(
      { rounds: [one('Ms! Ma'), { ...one('Ms!'), implementor: '1:deferred' }] },
      {
        outcome: 'escalated: decisions needed',
        row: null,
        rounds: '2 / 5',
        prompts: ['2 scope'],
      },
    );
  });

  it('adds the decision to the brief and does not ask again for what was kept', async () => {
    const { state } = await expectRun(
      { rounds: [one('Ms!'), one('Ms2!'), one('-')], decisions: [choose.scope('keep')] },
      { outcome: 'success', row: 4, rounds: '3 / 5', prompts: ['1 scope'] },
    );
    assert.match(
      state.brief.text,
      /USER DECISIONS:\n {2}- keep — "Part s: the text that leaves case s out\."/,
    );
  });

  it('bars success while an earlier one is undecided and its text still there', async () => {
    await expectRun(
      { options: { cleanRounds: 1 }, rounds: [one('Ls! Ma'), one('-')] },
      {
        outcome: 'escalated: decisions needed',
        row: null,
        rounds: '2 / 5',
        prompts: ['2 scope'],
      },
    );
  });

  it('asks as soon as nothing but LOW ones is open beside it, of this round or an earlier one', async () => {
    const asked = { outcome: 'escalated: decisions needed', row: null } as const;
    await expectRun(
      { rounds: [one('Ls! Lb')] },
      { ...asked, rounds: '1 / 5', prompts: ['1 scope'] },
    );
    await expectRun(
      { rounds: [one('Hs! Ma'), one('Lb')] },
      { ...asked, rounds: '2 / 5', prompts: ['2 scope'] },
    );
  });

  it('asks once about a place, whatever severity its findings had before', async () => {
    await expectRun(
      {
        rounds: [one('Hs! Ma'), one('Ms!'), one('-'), one('-')],
        decisions: [choose.scope('keep')],
      },
      { outcome: 'success', row: 4, rounds: '4 / 5', prompts: ['2 scope'] },
    );
  });

  it('lets go of one whose quote is no longer in the artifact', async () => {
    const without = planText('x').replace(/^Part s.*\n/m, '');
    await expectRun(
      {
        rounds: [one('Ls! Ma'), { ...one('-'), text: without }, { ...one('-'), text: without }],
      },
      { outcome: 'success', row: 4, rounds: '3 / 5' },
    );
  });
});

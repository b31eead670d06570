import assert from 'node:assert/strict';
import { driftTag, findingsOf, roundBeside } from '../../src/engine';
import { both, expectRun, one, two } from '../support/expect-run';
import { choose, criticReply, planText, settledRounds } from '../support/scenario';

/* Rows of build-verify.md "Exits" and of rulings 1 to 18, each by a run of its own. */

describe('exit table', () => {
  describe('row 1, blocked', () => {
    it('ends the round at once when the Implementor is blocked, and keeps what it staged beside it', async () => {
      const { state, workspace, model } = await expectRun(
        { rounds: [one('Ma'), { implementor: { reply: 'BLOCKED — annex B is missing' } }] },
        { outcome: 'blocked', row: 1, rounds: '1 / 5', prompts: ['2 blocked'] },
      );
      assert.deepEqual(roundBeside(state), { number: 2, what: 'blocked' });
      assert.equal(workspace.disk.get('docs/plan.md'), planText('1'));
      assert.notEqual(state.rounds[1]?.unfinished, null);
      assert.equal(model.requests.filter((request) => request.round === 2).length, 1);
    });

    it('wins over an incomplete Critic, after all were awaited', async () => {
      await expectRun(
        {
          lenses: both,
          rounds: [
            { critics: { destruction: ['prose', 'prose'], security: 'BLOCKED — cannot read it' } },
          ],
        },
        { outcome: 'blocked', row: 1, rounds: '0 / 5', prompts: ['1 blocked'] },
      );
    });

    it('does only the blocked Critic again under the same number once the person answered', async () => {
      const { model, state } = await expectRun(
        {
          lenses: both,
          rounds: [
            { critics: { destruction: '-', security: ['BLOCKED — no annex', '-'] } },
            two('-', '-'),
          ],
          decisions: [choose.supply],
        },
        { outcome: 'success', row: 4, rounds: '2 / 5', prompts: ['1 blocked'] },
      );
      const round1 = model.requests.filter((one) => one.round === 1 && one.role === 'critic');
      assert.deepEqual(
        round1.map((one) => one.lens),
        ['Destruction', 'Security', 'Security'],
      );
      assert.match(
        state.brief.text,
        /USER DECISIONS:\n {2}- answer — annex B is docs\/annex-b\.md/,
      );
    });
  });

  describe('row 2, incomplete', () => {
    it('asks once more with the identical prompt, then escalates', async () => {
      const { model } = await expectRun(
        { rounds: [{ critics: { destruction: ['fine', 'still fine'] } }] },
        {
          outcome: 'escalated: invalid report',
          row: 2,
          rounds: '0 / 5',
          prompts: ['1 incomplete'],
        },
      );
      const [first, second] = model.requests.filter((request) => request.role === 'critic');
      assert.deepEqual({ ...first, attempt: 0 }, { ...second, attempt: 0 });
    });

    it('does not ask a refused Critic again', async () => {
      const { model } = await expectRun(
        {
          rounds: [
            {
              critics: { destruction: { reply: '', outcome: { kind: 'refused', why: 'policy' } } },
            },
          ],
        },
        { outcome: 'escalated: model failure', row: 2, rounds: '0 / 5', prompts: ['1 incomplete'] },
      );
      assert.equal(model.requests.length, 2);
    });

    it('counts a reply that was cut off as unusable even when it parses', async () => {
      await expectRun(
        {
          rounds: [
            {
              critics: {
                destruction: [
                  { reply: criticReply('-'), outcome: { kind: 'cut-off', why: 'max_tokens' } },
                  { reply: '' },
                ],
              },
            },
          ],
        },
        {
          outcome: 'escalated: invalid report',
          row: 2,
          rounds: '0 / 5',
          prompts: ['1 incomplete'],
        },
      );
    });

    it('retries only the missing phase', async () => {
      const failed = {
        reply: '',
        outcome: { kind: 'failed', reason: 'overloaded', why: '529' },
      } as const;
      const { model } = await expectRun(
        {
          lenses: both,
          rounds: [{ critics: { destruction: '-', security: [failed, '-'] } }, two('-', '-')],
          decisions: [choose.retry],
        },
        { outcome: 'success', row: 4, rounds: '2 / 5', prompts: ['1 incomplete'] },
      );
      const calls = model.requests
        .filter((request) => request.round === 1)
        .map((request) => request.lens);
      assert.deepEqual(calls, [null, 'Destruction', 'Security', 'Security']);
    });

    it('gives the second try of an Implementor the same staged text as the first', async () => {
      const cut = {
        reply: 'DONE — artifact upd',
        outcome: { kind: 'cut-off', why: 'max_tokens' },
      } as const;
      const { workspace, state } = await expectRun(
        { rounds: [one('Ma'), { implementor: [cut, cut] }] },
        { outcome: 'escalated: model failure', row: 2, rounds: '1 / 5', prompts: ['2 incomplete'] },
      );
      assert.equal(workspace.disk.get('docs/plan.md'), planText('1'));
      assert.notEqual(state.rounds[1]?.unfinished, null);
    });
  });

  describe('row 3, disagreement', () => {
    it('is for HIGH only', async () => {
      await expectRun(
        { rounds: [one('Ma'), { ...one('-'), implementor: '1:disputed' }, one('-')] },
        { outcome: 'success', row: 4, rounds: '3 / 5' },
      );
    });

    it('comes before success, and its answer ends the looking at rows', async () => {
      await expectRun(
        {
          options: { cleanRounds: 1 },
          rounds: [one('Ha'), { ...one('-'), implementor: '1:disputed' }, one('-')],
          decisions: [choose.settle('dismiss')],
        },
        { outcome: 'success', row: 4, rounds: '3 / 5', prompts: ['2 disagreement'] },
      );
    });

    it('raises the cap by one when the cap stands in the way', async () => {
      const { prompts } = await expectRun(
        {
          options: { cap: 2 },
          rounds: [one('Ha'), { ...one('Mb'), implementor: '1:disputed' }, one('-')],
          decisions: [choose.settle('dismiss')],
        },
        {
          outcome: 'escalated: cap',
          row: 8,
          rounds: '3 / 3 (raised from 2)',
          prompts: ['2 disagreement', '3 cap'],
        },
      );
      assert.ok(
        prompts[0]?.offers
          .filter((offer) => offer.kind !== 'stop')
          .every((offer) => offer.raisesCap),
      );
    });

    it('lets a dismissed finding come back without asking again, passed on verbatim', async () => {
      const { state, model } = await expectRun(
        {
          rounds: [
            one('Ha'),
            { ...one('Ha2'), implementor: '1:disputed' },
            { ...one('Ha3'), implementor: '1:disputed' },
            { ...one('Ha4'), implementor: '1:disputed' },
          ],
          decisions: [choose.settle('dismiss', 'the annex covers it')],
        },
        { outcome: 'success', row: 4, rounds: '4 / 5', prompts: ['2 disagreement'] },
      );
      assert.deepEqual(settledRounds(state), [3, 4]);
      const last = model.requests.findLast((request) => request.role === 'implementor');
      assert.ok(last?.prompt.at(-1)?.text.endsWith(criticReply('Ha3')));
      assert.match(state.brief.text, /- dismiss — "Part a: .* out\.": the annex covers it/);
    });

    it('fires again for a finding that was upheld', async () => {
      await expectRun(
        {
          rounds: [
            one('Ha'),
            { ...one('Ha2'), implementor: '1:disputed' },
            { ...one('Ha3'), implementor: '1:disputed' },
          ],
          decisions: [choose.settle('uphold'), choose.stop],
        },
        {
          outcome: 'escalated: disagreement',
          row: 3,
          rounds: '3 / 5',
          prompts: ['2 disagreement', '3 disagreement'],
        },
      );
    });
  });

  describe('row 4, success', () => {
    it('needs the rounds in a row', async () => {
      await expectRun(
        { rounds: [one('-'), one('Ma'), one('-'), one('-')] },
        { outcome: 'success', row: 4, rounds: '4 / 5' },
      );
    });

    it('needs every Critic clean in the same round', async () => {
      await expectRun(
        { lenses: both, rounds: [two('-', 'Ma'), two('Mb', '-'), two('-', '-'), two('-', '-')] },
        { outcome: 'success', row: 4, rounds: '4 / 5' },
      );
    });

    it('starts counting anew at a new baseline', async () => {
      await expectRun(
        {
          rounds: [one('Ha'), { ...one('-'), implementor: '1:disputed' }, one('-'), one('-')],
          decisions: [choose.revise],
        },
        { outcome: 'success', row: 4, rounds: '4 / 5', prompts: ['2 disagreement'] },
      );
    });

    it('does not count the baseline audit', async () => {
      await expectRun(
        { baseline: { destruction: '-' }, rounds: [one('-'), one('-')] },
        { outcome: 'success', row: 4, rounds: '2 / 5' },
      );
    });

    it('takes a round of settled findings for a clean one, also in what it skips', async () => {
      const { model } = await expectRun(
        {
          options: { confirmRounds: 'audit-only' },
          rounds: [one('Ha'), { ...one('Lb'), implementor: '1:disputed' }, one('Ha2'), one('-')],
          decisions: [choose.settle('dismiss')],
        },
        { outcome: 'success', row: 4, rounds: '4 / 5', prompts: ['2 disagreement'] },
      );
      assert.deepEqual(
        model.requests.filter((one) => one.role === 'implementor').map((one) => one.round),
        [1, 2, 3],
      );
    });

    it('skips the Implementor of a confirmation round when asked to', async () => {
      const { model } = await expectRun(
        { options: { confirmRounds: 'audit-only' }, rounds: [one('Ma'), one('-'), one('-')] },
        { outcome: 'success', row: 4, rounds: '3 / 5' },
      );
      assert.equal(model.requests.filter((request) => request.role === 'implementor').length, 2);
    });
  });

  describe('row 5, residual', () => {
    it('is only LOW in two audits, which may be different ones', async () => {
      await expectRun(
        { rounds: [one('La'), one('Lb')] },
        { outcome: 'success-with-residual', row: 5, rounds: '2 / 5', prompts: ['2 residual'] },
      );
    });

    it('counts the baseline audit as the one before', async () => {
      await expectRun(
        { baseline: { destruction: 'La' }, rounds: [one('Lb')] },
        { outcome: 'success-with-residual', row: 5, rounds: '1 / 5', prompts: ['1 residual'] },
      );
    });

    it('asks again after one more pass', async () => {
      await expectRun(
        { rounds: [one('La'), one('Lb'), one('Lc')], decisions: [choose.oneMore, choose.accept] },
        {
          outcome: 'success-with-residual',
          row: 5,
          rounds: '3 / 5',
          prompts: ['2 residual', '3 residual'],
        },
      );
    });
  });

  describe('row 6, churn', () => {
    it('fires at the third drift round and, after going on, at each further one', async () => {
      const { state } = await expectRun(
        {
          options: { cap: 10 },
          rounds: [one('Ha'), one('Hb'), one('Hc'), one('Hd'), one('He')],
          decisions: [choose.goOn],
        },
        { outcome: 'escalated: churn', row: 6, rounds: '5 / 10', prompts: ['4 churn', '5 churn'] },
      );
      assert.equal(driftTag(state.rounds[1] ?? assert.fail()), 'R2: 1 HIGH (drift from R2 fixes)');
    });

    it('calls nothing new when the pairing judge gives no usable answer', async () => {
      const { state } = await expectRun(
        { rounds: [one('Ha'), one('Hb'), one('-'), one('-')], pairingJudge: { 2: 'hard to say' } },
        { outcome: 'success', row: 4, rounds: '4 / 5' },
      );
      assert.deepEqual(state.rounds[1]?.pairing, { kind: 'unknown' });
      assert.equal(state.rounds[1].drift, null);
    });

    it('does not call a MEDIUM that became HIGH new', async () => {
      const { state } = await expectRun(
        { rounds: [one('Ma'), one('Ha'), one('-'), one('-')], repeatJudge: { 2: 'NO' } },
        { outcome: 'success', row: 4, rounds: '4 / 5' },
      );
      assert.ok(state.rounds.every((round) => round.drift === null));
    });
  });

  describe('row 7, stalled', () => {
    it('is equal sets whatever their order, and asks no judge for that', async () => {
      const { model } = await expectRun(
        { rounds: [one('Ma Lb'), one('Lb Ma')] },
        { outcome: 'escalated: stalled', row: 7, rounds: '2 / 5', prompts: ['2 stalled'] },
      );
      assert.ok(model.requests.every((request) => request.role !== 'judge-repeat'));
    });

    it('asks the judge otherwise, and unsure is no', async () => {
      await expectRun(
        { rounds: [one('Ma'), one('Ma2'), one('-'), one('-')], repeatJudge: { 2: 'UNSURE' } },
        { outcome: 'success', row: 4, rounds: '4 / 5' },
      );
    });

    it('is also a text that comes back while findings are open', async () => {
      await expectRun(
        {
          rounds: [
            { ...one('Ma'), text: planText('A') },
            { ...one('Mb'), text: planText('B') },
            { ...one('Mc'), text: planText('A') },
          ],
        },
        { outcome: 'escalated: stalled', row: 7, rounds: '3 / 5', prompts: ['3 stalled'] },
      );
    });

    it('is not a text that never left', async () => {
      await expectRun(
        {
          rounds: [
            one('Ma'),
            { ...one('Mb'), text: planText('1') },
            { ...one('Mc'), text: null },
            one('-'),
            one('-'),
          ],
        },
        { outcome: 'success', row: 4, rounds: '5 / 5' },
      );
    });

    it('begins its history anew at a restored text', async () => {
      const { workspace, model } = await expectRun(
        {
          rounds: [one('Ma'), one('Ma'), one('Mb'), { ...one('Mc'), text: planText('1') }],
          decisions: [choose.restore(1)],
        },
        {
          outcome: 'escalated: stalled',
          row: 7,
          rounds: '4 / 5',
          prompts: ['2 stalled', '4 stalled'],
        },
      );
      assert.equal(workspace.disk.get('docs/plan.md'), planText('1'));
      const third = model.requests.find((one) => one.round === 3 && one.role === 'implementor');
      assert.ok(third?.prompt.at(-1)?.text.endsWith(criticReply('Ma')));
    });
  });

  describe('rows 8 and 9', () => {
    it('never passes the cap silently', async () => {
      await expectRun(
        { options: { cap: 1 }, rounds: [one('-')] },
        { outcome: 'escalated: cap', row: 8, rounds: '1 / 1', prompts: ['1 cap'] },
      );
    });

    it('goes on after the cap was raised, and nothing is forgotten', async () => {
      await expectRun(
        {
          options: { cap: 2 },
          rounds: [one('Ma'), one('-'), one('-')],
          decisions: [choose.raise(1)],
        },
        { outcome: 'success', row: 4, rounds: '3 / 3 (raised from 2)', prompts: ['2 cap'] },
      );
    });

    it('keeps the outcome of the row when the person accepts it as it is', async () => {
      await expectRun(
        { options: { cap: 1 }, rounds: [one('Ha')], decisions: [choose.accept] },
        { outcome: 'escalated: cap', row: 8, rounds: '1 / 1', prompts: ['1 cap'] },
      );
    });

    it('ends a round whose budget is spent, after the other rows', async () => {
      const usage = {
        input: 2000,
        output: 0,
        cacheCreation: 0,
        cacheRead: 0,
        estimated: false,
        cost: null,
      };
      await expectRun(
        {
          options: { budget: { tokens: 1000, cost: null, seconds: null } },
          rounds: [{ critics: { destruction: { reply: criticReply('Ma'), usage } } }],
        },
        { outcome: 'escalated: budget', row: 9, rounds: '1 / 5', prompts: ['1 budget'] },
      );
    });
  });

  it('audits without an Implementor and ends as audited', async () => {
    const { model, state } = await expectRun(
      { options: { mode: 'audit' }, baseline: { destruction: 'Ha' }, rounds: [] },
      { outcome: 'audited', row: null, rounds: '0 / 5' },
    );
    assert.equal(model.requests.length, 1);
    assert.equal(findingsOf(state, 0).length, 1);
  });
});

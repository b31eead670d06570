import { one } from '../expect-run';
import { choose } from '../scenario';
import { type RulingRun } from './ruling-run';

/* Decisions and what they settle, the pause, restoring (rulings 7 to 14, 16). */

export const decisions: readonly RulingRun[] = [
  {
    name: 'uphold: new baseline, fires again',
    scenario: {
      rounds: [one('Ha'), { ...one('-'), implementor: '1:disputed' }, one('-'), one('-')],
      decisions: [choose.settle('uphold')],
    },
    ends: ['success', 4, '4 / 5'],
    prompts: ['2 disagreement'],
    brief: /uphold — "Part a: the text that leaves case a out\."/,
  },
  {
    name: 'uphold, raised and disputed again: fires',
    scenario: {
      rounds: [
        one('Ha'),
        { ...one('Ha'), implementor: '1:disputed' },
        { ...one('-'), implementor: '1:disputed' },
      ],
      decisions: [choose.settle('uphold')],
    },
    ends: ['escalated: disagreement', 3, '3 / 5'],
    prompts: ['2 disagreement', '3 disagreement'],
  },
  {
    name: 'remove: raised again is open, no second pause',
    scenario: {
      rounds: [one('Ms!'), one('Ms2!'), one('-'), one('-')],
      decisions: [choose.scope('remove')],
    },
    ends: ['escalated: stalled', 7, '2 / 5'],
    prompts: ['1 scope', '2 stalled'],
  },
  {
    name: 'remove then gone',
    scenario: { rounds: [one('Ms!'), one('-'), one('-')], decisions: [choose.scope('remove')] },
    ends: ['success', 4, '3 / 5'],
    prompts: ['1 scope'],
    brief: /remove — "Part s/,
  },
  {
    name: 'keep at the cap',
    scenario: {
      options: { cap: 1 },
      rounds: [one('Ms!'), one('-')],
      decisions: [choose.scope('keep')],
    },
    ends: ['escalated: cap', 8, '2 / 2 (raised from 1)'],
    prompts: ['1 scope', '2 cap'],
  },
  {
    name: 'keep, same finding at HIGH: asked again',
    scenario: { rounds: [one('Ms!'), one('Hs!')], decisions: [choose.scope('keep')] },
    ends: ['escalated: decisions needed', null, '2 / 5'],
    prompts: ['1 scope', '2 scope'],
  },
  {
    name: 'keep, comes back as plain MEDIUM: settled',
    scenario: { rounds: [one('Ms!'), one('Ms'), one('-')], decisions: [choose.scope('keep')] },
    ends: ['success', 4, '3 / 5'],
    prompts: ['1 scope'],
    settled: [2],
  },
  {
    name: 'scope-creep with LOW beside',
    scenario: { rounds: [one('Ms! La')] },
    ends: ['escalated: decisions needed', null, '1 / 5'],
    prompts: ['1 scope'],
  },
  {
    name: 'only LOW one before with pending: pause, not residual',
    scenario: { rounds: [one('La'), one('Ls! Lb')] },
    ends: ['escalated: decisions needed', null, '2 / 5'],
    prompts: ['2 scope'],
  },
  {
    name: 'pause before churn / cap',
    scenario: { options: { cap: 4 }, rounds: [one('Ha'), one('Hb'), one('Hc'), one('Hs!')] },
    ends: ['escalated: decisions needed', null, '4 / 4'],
    prompts: ['4 scope'],
  },
  {
    name: 'HIGH scope disputed: row 3 first',
    scenario: { rounds: [one('Hs! Ma'), { ...one('-'), implementor: '1:disputed' }] },
    ends: ['escalated: disagreement', 3, '2 / 5'],
    prompts: ['2 disagreement'],
  },
  {
    name: 'HIGH scope disputed and dismissed is decided',
    scenario: {
      rounds: [one('Hs! Ma'), { ...one('-'), implementor: '1:disputed' }, one('-'), one('-')],
      decisions: [choose.settle('dismiss')],
    },
    ends: ['success', 4, '4 / 5'],
    prompts: ['2 disagreement'],
  },
  {
    name: 'restore round 0 without baseline',
    scenario: {
      rounds: [one('Ma'), one('Ma'), one('-'), one('-')],
      decisions: [choose.restore(0)],
    },
    ends: ['success', 4, '4 / 5'],
    prompts: ['2 stalled'],
  },
  {
    name: 'restore round 0 with baseline',
    scenario: {
      baseline: { destruction: 'Mx' },
      rounds: [one('Ma'), one('Ma'), one('-'), one('-')],
      decisions: [choose.restore(0)],
    },
    ends: ['success', 4, '4 / 5'],
    prompts: ['2 stalled'],
    given: [[3, /case x/]],
  },
  {
    name: 'restore at the cap',
    scenario: {
      options: { cap: 2 },
      rounds: [one('Ma'), one('Mb'), one('Mc')],
      decisions: [choose.restore(1)],
    },
    ends: ['escalated: cap', 8, '3 / 3 (raised from 2)'],
    prompts: ['2 cap', '3 cap'],
    judges: 'repeat2 repeat3',
    given: [[3, /case a/]],
  },
  {
    name: 'after restore, the one before is round k: repeats',
    scenario: {
      options: { cap: 2 },
      rounds: [one('Ma'), one('Mb'), one('Ma')],
      decisions: [choose.restore(1)],
    },
    ends: ['escalated: stalled', 7, '3 / 3 (raised from 2)'],
    prompts: ['2 cap', '3 stalled'],
  },
  {
    name: 'after restore, drift pairs with k',
    scenario: {
      options: { cap: 2 },
      rounds: [one('Ha'), one('Mb'), one('Ha2 Mq')],
      decisions: [choose.restore(1)],
    },
    ends: ['escalated: cap', 8, '3 / 3 (raised from 2)'],
    prompts: ['2 cap', '3 cap'],
    tags: '',
  },
  {
    name: 'revise at a stall',
    scenario: { rounds: [one('Ma'), one('Ma'), one('-'), one('-')], decisions: [choose.revise] },
    ends: ['success', 4, '4 / 5'],
    prompts: ['2 stalled'],
    given: [[3, /Another criterion/]],
  },
  {
    name: 'one more pass, and the same is asked again',
    scenario: { rounds: [one('La'), one('La2'), one('Lb')], decisions: [choose.oneMore] },
    ends: ['success-with-residual', 5, '3 / 5'],
    prompts: ['2 residual', '3 residual'],
  },
  {
    name: 'dismiss resets only-LOW',
    scenario: {
      rounds: [one('Ha'), { ...one('La'), implementor: '1:disputed' }, one('Lb'), one('Lc')],
      decisions: [choose.settle('dismiss')],
    },
    ends: ['success-with-residual', 5, '4 / 5'],
    prompts: ['2 disagreement', '4 residual'],
  },
  {
    name: 'row 5 with settled ones beside',
    scenario: {
      rounds: [one('Ha'), { ...one('Ha'), implementor: '1:disputed' }, one('Ha Lb'), one('Ha Lc')],
      decisions: [choose.settle('dismiss')],
    },
    ends: ['success-with-residual', 5, '4 / 5'],
    prompts: ['2 disagreement', '4 residual'],
    settled: [3, 4],
  },
  {
    name: 'a new baseline sets only-LOW rounds to none, row 7 goes on',
    scenario: {
      rounds: [one('Ha'), { ...one('Lb'), implementor: '1:disputed' }, one('Ha Lb'), one('Lb')],
      decisions: [choose.settle('dismiss')],
    },
    ends: ['escalated: stalled', 7, '3 / 5'],
    prompts: ['2 disagreement', '3 stalled'],
  },
];

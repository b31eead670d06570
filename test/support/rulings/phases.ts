import { both, one, two } from '../expect-run';
import { choose, planText, type Scenario } from '../scenario';
import { cut, done, failed, refused, type RulingRun } from './ruling-run';

/* Phases that do not end well, the baseline audit, the ways to an answer (rulings 1 to 6, 9). */

const trio = ['destruction', 'coherence', 'security'];

function three(a: Reply, b: Reply, c: Reply): Round {
  return { critics: { destruction: a, coherence: b, security: c } };
}

type Round = Scenario['rounds'][number];
type Reply = NonNullable<Round['critics']>[string];

export const phases: readonly RulingRun[] = [
  {
    name: 'baseline blocked, no person',
    scenario: { baseline: { destruction: 'BLOCKED — cannot read' }, rounds: [] },
    ends: ['blocked', 1, '0 / 5'],
    prompts: ['0 blocked'],
  },
  {
    name: 'baseline blocked, supplied',
    scenario: {
      baseline: { destruction: ['BLOCKED — cannot read', 'Ma'] },
      rounds: [one('-'), one('-')],
      decisions: [choose.supply],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['0 blocked'],
    calls: 'c0D c0D i1 c1D i2 c2D',
  },
  {
    name: 'baseline incomplete retry',
    scenario: {
      baseline: { destruction: ['x', 'x', '-'] },
      rounds: [one('-'), one('-')],
      decisions: [choose.retry],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['0 incomplete'],
  },
  {
    name: 'baseline clean does not count',
    scenario: { baseline: { destruction: '-' }, rounds: [one('-'), one('-')] },
    ends: ['success', 4, '2 / 5'],
    prompts: [],
    given: [[1, /NO FINDINGS/]],
  },
  {
    name: 'baseline of empty file is skipped',
    scenario: { baseline: {}, files: { 'docs/plan.md': '' }, rounds: [one('-'), one('-')] },
    ends: ['success', 4, '2 / 5'],
    prompts: [],
  },
  {
    name: 'baseline, cap 1',
    scenario: { options: { cap: 1 }, baseline: { destruction: 'Ha' }, rounds: [one('Mb')] },
    ends: ['escalated: cap', 8, '1 / 1'],
    prompts: ['1 cap'],
  },
  {
    name: 'baseline dispute fires row 3 in round 1',
    scenario: {
      baseline: { destruction: 'Ha' },
      rounds: [{ ...one('-'), implementor: '1:disputed' }],
    },
    ends: ['escalated: disagreement', 3, '1 / 5'],
    prompts: ['1 disagreement'],
  },
  {
    name: 'baseline repeats: row 7 in round 1',
    scenario: { baseline: { destruction: 'Ma' }, rounds: [one('Ma')] },
    ends: ['escalated: stalled', 7, '1 / 5'],
    prompts: ['1 stalled'],
    judges: '',
  },
  {
    name: 'baseline HIGH, new HIGH in round 1 is drift',
    scenario: { options: { cap: 1 }, baseline: { destruction: 'Ha' }, rounds: [one('Hb')] },
    ends: ['escalated: cap', 8, '1 / 1'],
    prompts: ['1 cap'],
    judges: 'pairing1 repeat1',
    tags: 'R1: 1 HIGH (drift from R1 fixes)',
  },
  {
    name: 'A,B,A with baseline: back to start in round 2',
    scenario: {
      baseline: { destruction: 'Ma' },
      rounds: [
        { ...one('Mb'), text: planText('B') },
        { ...one('Mc'), text: planText('0') },
      ],
    },
    ends: ['escalated: stalled', 7, '2 / 5'],
    prompts: ['2 stalled'],
  },
  {
    name: 'Implementor blocked, answered, done again',
    scenario: {
      rounds: [
        one('Ma'),
        { ...one('-'), implementor: [{ reply: 'BLOCKED — no annex' }, { reply: done }] },
        one('-'),
      ],
      decisions: [choose.supply],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: ['2 blocked'],
    calls: 'i1 c1D i2 i2 c2D i3 c3D',
    given: [
      [2, /answer — annex B/],
      [2, /case a/],
    ],
  },
  {
    name: 'Implementor blocked twice',
    scenario: {
      rounds: [
        one('Ma'),
        {
          ...one('-'),
          implementor: [{ reply: 'BLOCKED — no annex' }, { reply: 'BLOCKED — still not' }],
        },
      ],
      decisions: [choose.supply],
    },
    ends: ['blocked', 1, '1 / 5'],
    prompts: ['2 blocked', '2 blocked'],
  },
  {
    name: 'Implementor blocked, then cut, then good (fresh tries)',
    scenario: {
      rounds: [
        one('Ma'),
        {
          ...one('-'),
          implementor: [cut(), { reply: 'BLOCKED — no annex' }, cut(), { reply: done }],
        },
        one('-'),
      ],
      decisions: [choose.supply],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: ['2 blocked'],
  },
  {
    name: 'Implementor cut off then good',
    scenario: {
      rounds: [{ ...one('-'), implementor: [cut('DONE — artifact'), { reply: done }] }, one('-')],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: [],
    calls: 'i1 i1 c1D i2 c2D',
  },
  {
    name: 'Implementor refused: no second call',
    scenario: { rounds: [{ ...one('-'), implementor: refused }] },
    ends: ['escalated: model failure', 2, '0 / 5'],
    prompts: ['1 incomplete'],
    calls: 'i1',
  },
  {
    name: 'Implementor invalid, refused',
    scenario: { rounds: [{ ...one('-'), implementor: [{ reply: 'hm' }, refused] }] },
    ends: ['escalated: model failure', 2, '0 / 5'],
    prompts: ['1 incomplete'],
  },
  {
    name: 'Implementor failed, retry, good',
    scenario: {
      rounds: [{ ...one('-'), implementor: [failed, { reply: done }] }, one('-')],
      decisions: [choose.retry],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['1 incomplete'],
  },
  {
    name: 'bare DONE invalid twice',
    scenario: { rounds: [{ ...one('-'), implementor: [{ reply: 'DONE' }, { reply: 'DONE' }] }] },
    ends: ['escalated: invalid report', 2, '0 / 5'],
    prompts: ['1 incomplete'],
  },
  {
    name: 'three critics, one blocked and answered',
    scenario: {
      lenses: trio,
      rounds: [three('-', ['BLOCKED — x', '-'], 'Ma'), three('-', '-', '-'), three('-', '-', '-')],
      decisions: [choose.supply],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: ['1 blocked'],
    calls: 'i1 c1D c1C c1S c1C i2 c2D c2C c2S i3 c3D c3C c3S',
  },
  {
    name: 'three critics, one refused, retry',
    scenario: {
      lenses: trio,
      rounds: [three('-', [refused, '-'], '-'), three('-', '-', '-')],
      decisions: [choose.retry],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['1 incomplete'],
  },
  {
    name: 'blocked and invalid: supply, then row 2',
    scenario: {
      lenses: both,
      rounds: [two(['BLOCKED — x', '-'], ['p', 'p', '-']), two('-', '-')],
      decisions: [choose.supply, choose.retry],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['1 blocked', '1 incomplete'],
  },
  {
    name: 'critic blocked at supply counts clean from then on',
    scenario: {
      rounds: [one('-'), one(['BLOCKED — x', '-']), one('-')],
      decisions: [choose.supply],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: ['2 blocked'],
  },
];

import type { Choice, DecisionPrompt } from '../../../src/engine';
import { both, one, two } from '../expect-run';
import { choose, criticReply, planText } from '../scenario';
import { cut, done, failed, type RulingRun } from './ruling-run';

/* What rounds come to: drift, confirmation, repeats, the cap (rulings 4, 6, 8, 13 to 18). */

export const rounds: readonly RulingRun[] = [
  {
    name: 'drift with two critics',
    scenario: {
      lenses: both,
      options: { cap: 3 },
      rounds: [two('Ha', '-'), two('-', 'Mb'), two('-', 'Hc')],
    },
    ends: ['escalated: cap', 8, '3 / 3'],
    prompts: ['3 cap'],
    judges: 'repeat2 pairing3 repeat3',
    tags: 'R3: 1 HIGH (drift from R2 fixes)',
  },
  {
    name: 'drift after a clean round',
    scenario: { options: { cap: 3 }, rounds: [one('Ha'), one('-'), one('Hb')] },
    ends: ['escalated: cap', 8, '3 / 3'],
    prompts: ['3 cap'],
    judges: '',
    tags: 'R3: 1 HIGH (drift from R2 fixes)',
  },
  {
    name: 'HIGH to MEDIUM and back is paired, no drift',
    scenario: { options: { cap: 3 }, rounds: [one('Ha Mq'), one('Ma'), one('Ha')] },
    ends: ['escalated: stalled', 7, '3 / 3'],
    prompts: ['3 stalled'],
    tags: '',
  },
  {
    name: 'HIGH to MEDIUM, then another HIGH: drift from R2',
    scenario: {
      options: { cap: 3 },
      rounds: [one('Ha'), one('Ma'), one('Ma Hb')],
      repeatJudge: { 2: 'NO' },
    },
    ends: ['escalated: cap', 8, '3 / 3'],
    prompts: ['3 cap'],
    tags: 'R3: 1 HIGH (drift from R2 fixes)',
  },
  {
    name: 'no HIGH closed: not drift',
    scenario: { options: { cap: 2 }, rounds: [one('Ma'), one('Hb')] },
    ends: ['escalated: cap', 8, '2 / 2'],
    prompts: ['2 cap'],
    judges: 'pairing2 repeat2',
    tags: '',
  },
  {
    name: 'third drift with the cap: churn first',
    scenario: { options: { cap: 4 }, rounds: [one('Ha'), one('Hb'), one('Hc'), one('Hd')] },
    ends: ['escalated: churn', 6, '4 / 4'],
    prompts: ['4 churn'],
  },
  {
    name: 'third drift at the cap, going on raises it',
    scenario: {
      options: { cap: 4 },
      rounds: [one('Ha'), one('Hb'), one('Hc'), one('Hd'), one('Me')],
      decisions: [choose.goOn],
    },
    ends: ['escalated: cap', 8, '5 / 5 (raised from 4)'],
    prompts: ['4 churn', '5 cap'],
  },
  {
    name: 'a non-drift round after the third does not fire 6',
    scenario: {
      options: { cap: 6 },
      rounds: [one('Ha'), one('Hb'), one('Hc'), one('Hd'), one('Hd Me'), one('-')],
      decisions: [choose.goOn],
    },
    ends: ['escalated: cap', 8, '6 / 6'],
    prompts: ['4 churn', '6 cap'],
  },
  {
    name: 'pairing unknown closes nothing',
    scenario: {
      options: { cap: 3 },
      rounds: [one('Ha'), one('Hb'), one('Hc')],
      pairingJudge: { 2: 'dunno' },
    },
    ends: ['escalated: cap', 8, '3 / 3'],
    prompts: ['3 cap'],
    tags: 'R3: 1 HIGH (drift from R3 fixes)',
  },
  {
    name: 'settled HIGH is never new',
    scenario: {
      options: { cap: 4 },
      rounds: [one('Ha'), { ...one('-'), implementor: '1:disputed' }, one('Ha'), one('-')],
      decisions: [choose.settle('dismiss')],
    },
    ends: ['success', 4, '4 / 4'],
    prompts: ['2 disagreement'],
    tags: '',
  },
  {
    name: 'audit-only with findings',
    scenario: {
      options: { confirmRounds: 'audit-only' },
      rounds: [one('-'), one('Ma'), one('-'), one('-')],
    },
    ends: ['success', 4, '4 / 5'],
    prompts: [],
    calls: 'i1 c1D c2D i3 c3D c4D',
  },
  {
    name: 'audit-only with retry',
    scenario: {
      options: { confirmRounds: 'audit-only' },
      rounds: [one('-'), one(['p', 'p', '-'])],
      decisions: [choose.retry],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['2 incomplete'],
    calls: 'i1 c1D c2D c2D c2D',
  },
  {
    name: 'audit-only cleanRounds 3',
    scenario: {
      options: { confirmRounds: 'audit-only', cleanRounds: 3 },
      rounds: [one('-'), one('-'), one('-')],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: [],
    calls: 'i1 c1D c2D c3D',
  },
  {
    name: 'audit-only broken by a LOW',
    scenario: {
      options: { confirmRounds: 'audit-only', cleanRounds: 3 },
      rounds: [one('-'), one('La'), one('-'), one('-'), one('-')],
    },
    ends: ['success', 4, '5 / 5'],
    prompts: [],
    calls: 'i1 c1D c2D i3 c3D c4D c5D',
  },
  {
    name: 'audit-only after a baseline clean: runs',
    scenario: {
      options: { confirmRounds: 'audit-only' },
      baseline: { destruction: '-' },
      rounds: [one('-'), one('-')],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: [],
    calls: 'c0D i1 c1D c2D',
  },
  {
    name: 'audit-only, cap prompt in between, raised',
    scenario: {
      options: { confirmRounds: 'audit-only', cap: 1 },
      rounds: [one('-'), one('-')],
      decisions: [choose.raise(60)],
    },
    ends: ['success', 4, '2 / 61 (raised from 1)'],
    prompts: ['1 cap'],
    calls: 'i1 c1D c2D',
  },
  {
    name: 'two critics of one lens',
    scenario: {
      lenses: ['security', 'security'],
      rounds: [
        { critics: { 'security 1': 'Ha', 'security 2': '-' } },
        { critics: { 'security 1': '-', 'security 2': '-' }, implementor: '1:addressed' },
        { critics: { 'security 1': '-', 'security 2': '-' } },
      ],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: [],
    given: [[2, /=== CRITIC: Security 1 ===\nFINDING #1 \[Security 1\]/]],
  },
  {
    name: 'MEDIUM disputed, raised as HIGH',
    scenario: {
      options: { cap: 2 },
      rounds: [one('Ma'), { ...one('Ha2'), implementor: '1:disputed' }],
      repeatJudge: { 2: 'NO' },
    },
    ends: ['escalated: cap', 8, '2 / 2'],
    prompts: ['2 cap'],
    tags: '',
  },
  {
    name: 'A, B, A among the rounds, before the cap',
    scenario: {
      options: { cap: 3 },
      files: { 'docs/plan.md': planText('0') },
      rounds: [
        { ...one('Ma'), text: planText('A') },
        { ...one('Mb'), text: planText('B') },
        { ...one('Mc'), text: planText('A') },
      ],
    },
    ends: ['escalated: stalled', 7, '3 / 3'],
    prompts: ['3 stalled'],
    judges: 'repeat2',
  },
  {
    name: 'DONE without a change',
    scenario: {
      options: { cap: 2 },
      rounds: [
        { ...one('Ma'), text: null },
        { ...one('Mb'), text: null },
      ],
    },
    ends: ['escalated: cap', 8, '2 / 2'],
    prompts: ['2 cap'],
  },
  {
    name: 'go-on at stall and cap, one prompt each',
    scenario: {
      options: { cap: 2 },
      rounds: [one('Ma'), one('Ma'), one('Ma'), one('-')],
      decisions: [choose.goOn, choose.goOn],
    },
    ends: ['escalated: cap', 8, '4 / 4 (raised from 2)'],
    prompts: ['2 stalled', '3 stalled', '4 cap'],
  },
  {
    name: 'stop at disagreement keeps its outcome',
    scenario: {
      rounds: [one('Ha'), { ...one('-'), implementor: '1:disputed' }],
      decisions: [choose.stop],
    },
    ends: ['escalated: disagreement', 3, '2 / 5'],
    prompts: ['2 disagreement'],
  },
  {
    name: 'stop at residual',
    scenario: { rounds: [one('La'), one('Lb')], decisions: [choose.stop] },
    ends: ['success-with-residual', 5, '2 / 5'],
    prompts: ['2 residual'],
  },
  {
    name: 'stop at blocked',
    scenario: { rounds: [one('BLOCKED: x')], decisions: [choose.stop] },
    ends: ['blocked', 1, '0 / 5'],
    prompts: ['1 blocked'],
  },
  {
    name: 'stop at scope',
    scenario: { rounds: [one('Ms!')], decisions: [choose.stop] },
    ends: ['escalated: decisions needed', null, '1 / 5'],
    prompts: ['1 scope'],
  },
  {
    name: 'stop at incomplete',
    scenario: { rounds: [one(failed)], decisions: [choose.stop] },
    ends: ['escalated: model failure', 2, '0 / 5'],
    prompts: ['1 incomplete'],
  },
  {
    name: 'clean row broken by new baseline at cap',
    scenario: {
      options: { cap: 2 },
      rounds: [one('Ha'), { ...one('-'), implementor: '1:disputed' }, one('-'), one('-')],
      decisions: [choose.settle('dismiss'), choose.raise(1)],
    },
    ends: ['success', 4, '4 / 4 (raised from 2)'],
    prompts: ['2 disagreement', '3 cap'],
  },
  {
    name: 'a dispute of what an audit-only round found',
    scenario: {
      options: { confirmRounds: 'audit-only', cleanRounds: 2 },
      rounds: [one('-'), one('Ha'), { ...one('-'), implementor: '1:disputed' }],
    },
    ends: ['escalated: disagreement', 3, '3 / 5'],
    prompts: ['3 disagreement'],
  },
  {
    name: 'one HIGH of two disputed with tags',
    scenario: {
      lenses: both,
      rounds: [two('Ha', 'Hb'), { ...two('-', '-'), implementor: '1[Security]:disputed' }],
    },
    ends: ['escalated: disagreement', 3, '2 / 5'],
    prompts: ['2 disagreement'],
  },
  {
    name: 'bare number with several critics disputes all',
    scenario: {
      lenses: both,
      rounds: [
        two('Ha', 'Hb'),
        {
          ...two('-', '-'),
          implementor: { reply: done + '\nRESPONSES:\nFINDING #1: Disputed — no' },
        },
      ],
    },
    ends: ['escalated: disagreement', 3, '2 / 5'],
    prompts: ['2 disagreement'],
  },
  {
    name: 'invalid then clean counts',
    scenario: { rounds: [one(['p', '-']), one('-')] },
    ends: ['success', 4, '2 / 5'],
    prompts: [],
  },
  {
    name: 'cut-off reply with findings is asked again',
    scenario: { rounds: [one([cut(criticReply('Ha')), '-']), one('-')] },
    ends: ['success', 4, '2 / 5'],
    prompts: [],
  },
  {
    name: 'a disputed LOW is no disagreement',
    scenario: { rounds: [one('La'), { ...one('-'), implementor: '1:disputed' }, one('-')] },
    ends: ['success', 4, '3 / 5'],
    prompts: [],
  },
  {
    name: 'three rounds same LOW: residual before repeat',
    scenario: { rounds: [one('La'), one('La')] },
    ends: ['success-with-residual', 5, '2 / 5'],
    prompts: ['2 residual'],
    judges: '',
  },
  {
    name: 'A,B,A with only LOW: residual first',
    scenario: {
      rounds: [
        { ...one('La'), text: planText('B') },
        { ...one('Lb'), text: planText('0') },
      ],
    },
    ends: ['success-with-residual', 5, '2 / 5'],
    prompts: ['2 residual'],
  },
  {
    name: 'raise by 3',
    scenario: {
      options: { cap: 1 },
      rounds: [one('Ma'), one('-'), one('-')],
      decisions: [choose.raise(3)],
    },
    ends: ['success', 4, '3 / 4 (raised from 1)'],
    prompts: ['1 cap'],
  },
  {
    name: 'cleanRounds 1: success at once',
    scenario: { options: { cleanRounds: 1 }, rounds: [one('-')] },
    ends: ['success', 4, '1 / 5'],
    prompts: [],
  },
  {
    name: 'cleanRounds 1 after keep: fresh audit needed',
    scenario: {
      options: { cleanRounds: 1 },
      rounds: [one('Ms!'), one('-')],
      decisions: [choose.scope('keep')],
    },
    ends: ['success', 4, '2 / 5'],
    prompts: ['1 scope'],
  },
  {
    name: 'keep of one, remove of other',
    scenario: {
      rounds: [one('Ms! Mt!'), one('Ms!'), one('-')],
      decisions: [
        (prompt: DecisionPrompt): Choice => ({
          kind: 'scope',
          answers: prompt.findings.map((f, i) => ({
            key: f.key,
            answer: i === 0 ? 'keep' : 'remove',
          })),
        }),
      ],
    },
    ends: ['success', 4, '3 / 5'],
    prompts: ['1 scope'],
    brief: /keep — "Part s[^\n]*\n {2}- remove — "Part t/,
  },
];

import type { BriefForm, LensOption } from '../../../src/protocol/brief-form';
import type { CallView, PreviewView, WelcomeView } from '../../../src/protocol/to-panel';
import type {
  CountsView,
  FindingView,
  PanelView,
  PromptView,
  RoundView,
} from '../../../src/protocol/views';

/*
 * Views as the host would post them, made by hand so that a picture can be had of every state.
 */

export function finding(
  round: number,
  number: number,
  change: Partial<FindingView> = {},
): FindingView {
  const lens = change.lens ?? 'Destruction';
  return {
    key: `r${round}/${lens}/${number - 1}`,
    round,
    lens,
    number,
    severity: 'MEDIUM',
    acReference: '2',
    acText: 'Amounts are exact to the cent for every currency the shop sells in',
    kind: null,
    issue: 'The total is rounded once for each line, so that long invoices drift from the sum',
    evidence: '"total += Math.round(line.price * line.count)" (line 42)',
    place: { result: 'located', path: 'src/invoice.ts', from: 42, to: 42, others: 0 },
    text: 'old',
    changedBy: null,
    answer: null,
    settled: false,
    pending: false,
    ...change,
  };
}

/** One of each kind: what a round of a real run is made of. */
export function mixedFindings(round: number): FindingView[] {
  return [
    finding(round, 1, {
      severity: 'HIGH',
      acReference: '1',
      acText: 'No invoice number is given twice, also when two requests arrive at once',
      issue:
        'Two requests at once read the same counter before either writes it, and both invoices get number 1042',
      evidence: '"const next = (await counter.read()) + 1;\nawait counter.write(next);"',
      place: { result: 'located', path: 'src/invoice.ts', from: 18, to: 19, others: 1 },
      text: 'changed',
      changedBy: round,
      answer: {
        kind: 'disputed',
        text: 'FINDING #1: Disputed — the store serialises writes of one tenant; the read was moved into the same transaction, the rest is unchanged.',
        reason:
          'the store serialises writes of one tenant; the read was moved into the same transaction, the rest is unchanged.',
      },
    }),
    finding(round, 2, {
      answer: { kind: 'addressed', text: 'FINDING #2: Addressed', reason: '' },
    }),
    finding(round, 3, {
      lens: 'Security',
      severity: 'MEDIUM',
      acReference: 'general quality',
      acText: null,
      issue: 'The customer name reaches the file name unescaped',
      evidence: '"path.join(folder, customer.name)"',
      place: { result: 'quote-not-found', quote: 'path.join(folder, customer.name)' },
      text: null,
      answer: { kind: 'unanswered', text: '', reason: '' },
    }),
    finding(round, 4, {
      severity: 'LOW',
      kind: 'scope-creep',
      issue: 'A spreadsheet export was added that nobody asked for',
      evidence: '"export function toSpreadsheet("',
      place: { result: 'located', path: 'src/invoice.ts', from: 120, to: 164, others: 0 },
      text: 'changed',
      changedBy: round,
      pending: true,
      answer: {
        kind: 'deferred',
        text: "FINDING #4: Deferred — waits for the user's decision",
        reason: "waits for the user's decision",
      },
    }),
    finding(round, 5, {
      severity: 'LOW',
      issue: 'The word "net" means two things in the comments',
      evidence: '',
      place: { result: 'no-quote' },
      text: null,
      settled: true,
    }),
  ];
}

export function countsOf(findings: readonly FindingView[]): CountsView {
  const of = (severity: FindingView['severity']) =>
    findings.filter((one) => one.severity === severity).length;
  return { high: of('HIGH'), medium: of('MEDIUM'), low: of('LOW') };
}

export function round(
  number: number,
  findings: readonly FindingView[] | CountsView,
  change: Partial<RoundView> = {},
): RoundView {
  const sent = Array.isArray(findings) ? (findings as FindingView[]) : null;
  const counts = sent === null ? (findings as CountsView) : countsOf(sent);
  const total = counts.high + counts.medium + counts.low;
  return {
    number,
    implementor: {
      status: number === 0 ? 'skipped' : 'done',
      attempts: number === 0 ? 0 : 1,
      why: null,
      servedBy: number === 0 ? null : 'claude-sonnet-4-5',
      revision: number === 0 ? null : 'changed',
      givenBy: number === 0 ? null : number - 1,
      answers:
        number < 2
          ? { addressed: 0, disputed: 0, deferred: 0, unanswered: 0 }
          : { addressed: 3, disputed: 1, deferred: 1, unanswered: 0 },
      unknown: [],
      unfinished: false,
    },
    critics: ['Destruction', 'Security'].map((lens, at) => ({
      lens,
      status: at === 0 && total > 0 ? 'findings' : 'clean',
      counts: at === 0 ? counts : { high: 0, medium: 0, low: 0 },
      attempts: 1,
      why: null,
      servedBy: 'claude-sonnet-4-5',
    })),
    counts,
    complete: true,
    drift: null,
    pairingUnknown: false,
    repeats: false,
    interruptedBy: null,
    restorable: true,
    comparable: number > 0,
    total,
    findings: sent,
    ...change,
  };
}

export function view(change: Partial<PanelView> = {}): PanelView {
  return {
    runId: '2026-03-02-101500',
    mode: 'loop',
    recorded: null,
    live: true,
    readOnly: null,
    task: 'Give every invoice a number that is never used twice, and keep totals exact',
    artifacts: ['src/invoice.ts'],
    criteria: [
      'No invoice number is given twice, also when two requests arrive at once',
      'Amounts are exact to the cent for every currency the shop sells in',
      'Errors name the invoice and the next step',
    ],
    context: 'A small shop; the accountant reads the numbers, nobody reads the code.',
    userDecisions: [],
    lenses: ['Destruction', 'Security'],
    models: [
      { role: 'implementor', name: 'anthropic: claude-sonnet-4-5' },
      { role: 'critic', name: 'anthropic: claude-sonnet-4-5' },
    ],
    round: 3,
    executed: 2,
    cap: 5,
    firstCap: 5,
    phase: { kind: 'critics', round: 3, lenses: ['Destruction', 'Security'] },
    interrupted: null,
    spent: { tokens: 184_320, cost: 0.9312, seconds: 311, estimated: false },
    budget: { tokens: 400_000, cost: null, seconds: null },
    startedAt: '2026-03-02T10:15:00.000Z',
    lastAt: '2026-03-02T10:21:00.000Z',
    resumes: 0,
    rounds: [
      round(0, { high: 3, medium: 4, low: 2 }),
      round(1, { high: 1, medium: 3, low: 2 }),
      round(2, mixedFindings(2), {
        drift: { from: 1, high: 1, inTextOfFrom: 0, inTextOfRound: 1 },
      }),
      round(3, [], {
        complete: false,
        critics: ['Destruction', 'Security'].map((lens) => ({
          lens,
          status: 'pending',
          counts: { high: 0, medium: 0, low: 0 },
          attempts: 0,
          why: null,
          servedBy: null,
        })),
      }),
    ],
    prompt: null,
    decisions: [],
    notices: [],
    ended: null,
    changed: true,
    restored: null,
    ...change,
  };
}

export function calls(now: number): CallView[] {
  const call: CallView = {
    role: 'critic',
    round: 3,
    lens: 'Destruction',
    attempt: 1,
    model: 'anthropic: claude-sonnet-4-5',
    tool: { name: 'view', path: 'src/invoice.ts' },
    inputTokens: 11_204,
    outputTokens: 1_180,
    cost: null,
    startedAt: now - 42_000,
    waiting: null,
  };
  return [
    call,
    {
      ...call,
      lens: 'Security',
      tool: null,
      inputTokens: 0,
      outputTokens: 0,
      waiting: { why: 'The service is overloaded', until: now + 17_000 },
    },
  ];
}

export function prompt(change: Partial<PromptView>): PromptView {
  return {
    id: 'prompt-1',
    kind: 'cap',
    row: 8,
    round: 5,
    offers: [],
    findings: [],
    before: [],
    reasons: [],
    restorable: [0, 1, 2],
    found: [],
    spent: null,
    cap: 5,
    models: [],
    recordedAnswer: null,
    ...change,
  };
}

export function offer(
  kind: PromptView['offers'][number]['kind'],
  change: Partial<PromptView['offers'][number]> = {},
): PromptView['offers'][number] {
  return { kind, raisesCap: false, needsBudget: false, ...change };
}

/** A run that waits for an answer to this prompt. */
export function waiting(change: Partial<PromptView>, rest: Partial<PanelView> = {}): PanelView {
  const asked = prompt(change);
  return view({
    prompt: asked,
    round: 2,
    phase: { kind: 'waiting', round: 2, lenses: [] },
    rounds: view().rounds.slice(0, 3),
    ...rest,
  });
}

export function ended(
  outcome: NonNullable<PanelView['ended']>['outcome'],
  change: Partial<PanelView> = {},
): PanelView {
  const report = [
    'LOOP EXIT',
    `- Outcome: ${outcome}`,
    '- Rounds executed: 4 / 5',
    '- Final artifact: src/invoice.ts',
  ].join('\n');
  const rounds = [
    ...view().rounds.slice(0, 3),
    round(3, [], { implementor: { ...round(3, []).implementor, revision: 'changed' } }),
    round(4, [], {
      comparable: false,
      implementor: { ...round(4, []).implementor, revision: 'no-change' },
    }),
  ];
  const open = outcome === 'success' ? 0 : 2;
  return view({
    live: false,
    phase: null,
    round: 4,
    executed: 4,
    rounds: outcome === 'success' ? rounds : rounds.slice(0, 3),
    ended: {
      outcome,
      row: 4,
      why: '',
      report,
      open,
      resumable: outcome !== 'success' && outcome !== 'audited',
      putBack: null,
    },
    decisions: [
      {
        round: 2,
        prompt: 'disagreement',
        choice: 'settle',
        words: 'The store does not serialise; see its manual.',
        at: '2026-03-02T10:19:00.000Z',
      },
    ],
    userDecisions: ['uphold — "const next = (await counter.read()) + 1;"'],
    ...change,
  });
}

export const lenses: LensOption[] = [
  {
    name: 'destruction',
    title: 'Destruction',
    forWhat: 'Anything',
    discipline: 'Nothing works until the file shows it.',
    lookFor: ['missing coverage', 'hidden assumptions', 'edge cases', 'contradictions'],
  },
  {
    name: 'coherence',
    title: 'Coherence',
    forWhat: 'Parts that must fit together',
    discipline: 'Read whole, then section by section.',
    lookFor: ['contradictions', 'goal drift', 'stale references'],
  },
  {
    name: 'experience',
    title: 'Experience',
    forWhat: 'Readers and users',
    discipline: 'Read as the stated audience.',
    lookFor: ['undefined jargon', 'buried key facts', 'no next step'],
  },
  {
    name: 'security',
    title: 'Security',
    forWhat: 'Trust boundaries',
    discipline: 'Read as an adversary.',
    lookFor: ['input validation', 'secrets', 'boundary leaks'],
  },
];

export const briefForm: BriefForm = {
  mode: 'loop',
  task: 'Give every invoice a number that is never used twice',
  artifacts: ['src/invoice.ts'],
  criteria: [
    'No invoice number is given twice, also when two requests arrive at once',
    'Amounts are exact to the cent for every currency the shop sells in',
  ],
  context: '',
  cap: '5',
  cleanRounds: '2',
  confirmRounds: 'full',
  lenses: ['destruction'],
  strictness: 'normal',
  baseline: true,
  budgetTokens: '',
  model: null,
};

export const welcome: WelcomeView = {
  workspace: true,
  trusted: true,
  keySet: false,
  modelReady: false,
  activeFile: 'src/invoice.ts',
  examples: [
    {
      id: 'code',
      title: 'Invoice numbers (code)',
      detail:
        'Four rounds with a drift and a disputed finding. Recorded with `bvl run --record` from a real model; the replies are as they came.',
    },
    {
      id: 'document',
      title: 'Release plan (document)',
      detail: 'Three rounds on a plan in Markdown; recorded from a real model.',
    },
  ],
  runs: [],
};

export const preview: PreviewView = {
  token: 'token-1',
  prompts: [
    {
      who: 'Implementor',
      model: 'anthropic: claude-sonnet-4-5',
      system: 'You revise one artifact.\nAnswer every finding.',
      user: 'TASK: Give every invoice a number that is never used twice\nARTIFACT: src/invoice.ts\n',
    },
    {
      who: 'Destruction',
      model: 'anthropic: claude-sonnet-4-5',
      system: 'You audit one artifact.\nNothing works until it shows it.',
      user: 'TASK: Give every invoice a number that is never used twice\nARTIFACT: src/invoice.ts\n',
    },
  ],
  hosts: ['api.anthropic.com'],
  customHost: false,
  estimate: { round: 9_400, run: 96_000, cost: 0.61 },
  task: briefForm.task,
  artifacts: briefForm.artifacts,
};

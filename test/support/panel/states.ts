import type { ToPanel } from '../../../src/protocol/to-panel';
import type { PanelView } from '../../../src/protocol/views';
import {
  briefForm,
  calls,
  ended,
  finding,
  lenses,
  mixedFindings,
  offer,
  preview,
  round,
  view,
  waiting,
  welcome,
} from './fixtures';

/** Every state of the panel that is looked at: name to messages. */
export const panelStates: Readonly<Record<string, (now: number) => ToPanel[]>> = {
  'welcome-first-run': () => [{ type: 'welcome', view: welcome }],
  'welcome-ready': () => [
    {
      type: 'welcome',
      view: {
        ...welcome,
        keySet: true,
        modelReady: true,
        runs: [
          {
            runId: 'a',
            task: 'Make the release plan complete',
            artifacts: ['docs/plan.md'],
            startedAt: '2026-03-01T09:00:00.000Z',
            outcome: null,
            resumable: true,
          },
          {
            runId: 'b',
            task: briefForm.task,
            artifacts: ['src/invoice.ts'],
            startedAt: '2026-02-27T16:40:00.000Z',
            outcome: 'escalated: cap',
            resumable: true,
          },
        ],
      },
    },
  ],
  'form-new': () => [formMessage()],
  'form-problems': () => [
    formMessage({
      keep: false,
      initial: { ...briefForm, task: '', criteria: ['High quality', ''], cap: '0', lenses: [] },
      problems: [
        problem('task', null, 'Say what the file is to achieve.'),
        problem('criteria', 0, 'Nobody can check "High quality": say how it would be seen.', true),
        problem('criteria', 1, 'This criterion is empty.'),
        problem('lenses', null, 'Choose at least one Critic.'),
        problem('cap', null, 'The cap is a whole number from 1 to 50.'),
      ],
    }),
  ],
  'form-no-key': () => [
    formMessage({
      initial: { ...briefForm, criteria: [...briefForm.criteria, 'Thorough and easy to use'] },
      keyMissing: true,
    }),
    {
      type: 'criteriaChecked',
      warnings: [
        {
          criterion: 'Thorough and easy to use',
          message:
            '"Thorough" has no end: a Critic can always ask for more. List what must be covered.',
        },
      ],
    },
  ],
  preview: () => [formMessage(), { type: 'preview', view: preview }],
  'run-critics': (now) => [...state(view()), progress(calls(now))],
  'run-implementor': (now) => [
    ...state(
      view({
        recorded: 'invoice numbers',
        round: 1,
        phase: { kind: 'implementor', round: 1, lenses: [] },
        rounds: [round(0, mixedFindings(0))],
      }),
    ),
    progress([
      {
        ...(calls(now)[0] as ReturnType<typeof calls>[number]),
        role: 'implementor',
        lens: null,
        round: 1,
        tool: { name: 'replace', path: 'src/invoice.ts' },
      },
    ]),
  ],
  'run-interrupted': () =>
    state(
      view({
        live: false,
        interrupted: { round: 3, phase: 'critics', by: null },
        resumes: 1,
      }),
    ),
  'run-read-only': () => state(view({ live: false, readOnly: { owner: 'process 4711' } })),
  'decision-disagreement': () =>
    state(
      waiting({
        kind: 'disagreement',
        row: 3,
        round: 2,
        findings: mixedFindings(2).slice(0, 1),
        offers: [offer('settle'), offer('revise'), offer('stop')],
      }),
    ),
  'decision-cap': () =>
    state(
      waiting(
        {
          kind: 'cap',
          findings: mixedFindings(2),
          offers: [
            offer('raise-cap', { raisesCap: true }),
            offer('restore', { raisesCap: true }),
            offer('accept'),
            offer('stop'),
          ],
        },
        { cap: 8 },
      ),
    ),
  'decision-stalled': () =>
    state(
      waiting({
        kind: 'stalled',
        row: 7,
        findings: [finding(2, 1), finding(2, 2, { severity: 'HIGH' })],
        before: [finding(1, 1), finding(1, 4, { severity: 'HIGH' })],
        offers: [
          offer('revise', { needsBudget: true }),
          offer('go-on', { raisesCap: true, needsBudget: true }),
          offer('restore', { needsBudget: true }),
          offer('stop'),
        ],
        spent: 'tokens',
      }),
    ),
  'decision-blocked': () =>
    state(
      waiting({
        kind: 'blocked',
        row: 1,
        reasons: [
          {
            who: 'Implementor',
            text: 'BLOCKED — the tax table for Norway is missing; a rate for 2026 would unblock it.',
          },
        ],
        offers: [offer('supply'), offer('stop')],
      }),
    ),
  'decision-incomplete': () =>
    state(
      waiting(
        {
          kind: 'incomplete',
          row: 2,
          reasons: [{ who: 'Security', text: 'The service refused the request: overloaded.' }],
          offers: [offer('retry'), offer('stop')],
          models: [
            { id: 'sonnet', label: 'Sonnet', detail: 'from the settings' },
            { id: 'opus', label: 'Opus', detail: 'opus' },
          ],
        },
        { live: false },
      ),
    ),
  'decision-recorded': () => {
    const findings = mixedFindings(2).slice(0, 1);
    return state(
      waiting(
        {
          kind: 'disagreement',
          row: 3,
          round: 2,
          findings,
          offers: [offer('settle'), offer('revise'), offer('stop')],
          recordedAnswer: {
            kind: 'settle',
            answers: findings.map(({ key }) => ({
              key,
              answer: 'uphold',
              words: 'The store does not serialise.',
            })),
          },
        },
        { recorded: 'invoice numbers' },
      ),
    );
  },
  'decision-scope': () =>
    state(
      waiting({
        kind: 'scope',
        row: null,
        findings: mixedFindings(2)
          .slice(3, 4)
          .map((one) => ({ ...one, answer: null })),
        offers: [offer('scope'), offer('stop')],
      }),
    ),
  'decision-conflict': () =>
    state(
      waiting({
        kind: 'conflict',
        row: null,
        found: [{ path: 'src/invoice.ts', absent: false }],
        offers: [offer('keep-mine'), offer('take-run'), offer('stop')],
      }),
    ),
  'ended-success': () => state(ended('success')),
  'ended-cap': () => state(ended('escalated: cap', { cap: 8, restored: { round: 1 } })),
  'ended-put-back': () => {
    const run = ended('success', { restored: { round: 0 }, changed: false });
    return state({ ...run, ended: run.ended && { ...run.ended, putBack: { round: 0 } } });
  },
  'ended-audit': () =>
    state(
      ended('audited', {
        mode: 'audit',
        changed: false,
        rounds: [round(0, mixedFindings(0))],
        round: 0,
      }),
    ),
  'long-chinese': () => state(chinese()),
  'many-findings': () => state(many()),
  'many-rounds': () => state(manyRounds()),
  failure: () => [
    ...state(view()),
    {
      type: 'failure',
      message: 'The key was refused by api.anthropic.com. Set another one with "Set API Key".',
    },
  ],
};

function state(run: PanelView): ToPanel[] {
  return [{ type: 'state', revision: 1, view: run }];
}

function progress(running: ReturnType<typeof calls>): ToPanel {
  return { type: 'progress', runId: view().runId, calls: running };
}

type FormMessage = Extract<ToPanel, { type: 'form' }>;

export function formMessage(change: Partial<FormMessage> = {}): FormMessage {
  return {
    type: 'form',
    keep: false,
    draftKey: 'loop:src/invoice.ts',
    initial: briefForm,
    lenses,
    models: [{ id: 'sonnet', label: 'claude-sonnet-4-5', detail: 'Anthropic' }],
    problems: [],
    keyMissing: false,
    ...change,
  };
}

function problem(
  field: FormMessage['problems'][number]['field'],
  index: number | null,
  message: string,
  warning = false,
): FormMessage['problems'][number] {
  return { field, index, severity: warning ? 'warning' : 'error', message };
}

function chinese(): PanelView {
  const long =
    '两个请求同时读取同一个计数器，在任何一个写入之前都得到相同的值，因此两张发票使用了同一个编号，会计人员在对账时无法区分它们，而且没有任何错误信息提示下一步该怎么做';
  const findings = [1, 2, 3].map((number) =>
    finding(1, number, {
      lens: '合规审查',
      severity: number === 1 ? 'HIGH' : 'MEDIUM',
      issue: long,
      evidence: `「${long}${long}」`,
      acText: long,
      place: {
        result: 'located',
        path: '文档/发票/发票编号与合计规则说明书.md',
        from: 12,
        to: 18,
        others: 2,
      },
    }),
  );
  return view({
    task: `${long}。${long}。`,
    artifacts: ['文档/发票/发票编号与合计规则说明书.md'],
    criteria: [long, long],
    rounds: [round(1, findings)],
    round: 1,
  });
}

/** 300 findings in one round: only the first of each severity are drawn. */
function many(): PanelView {
  const severities = ['HIGH', 'MEDIUM', 'LOW'] as const;
  const findings = Array.from({ length: 300 }, (_, at) =>
    finding(1, at + 1, {
      severity: severities[at % 3] ?? 'LOW',
      issue: `Finding ${at + 1}: the rule of section ${at % 17} contradicts the one before it`,
    }),
  ).toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  return view({ rounds: [round(1, findings)], round: 1, live: false, phase: null });
}

function manyRounds(): PanelView {
  const rounds = Array.from({ length: 50 }, (_, at) =>
    round(
      at,
      { high: (at * 7) % 5, medium: (at * 3) % 9, low: at % 4 },
      {
        drift: at % 11 === 10 ? { from: at - 1, high: 2, inTextOfFrom: 1, inTextOfRound: 0 } : null,
      },
    ),
  );
  return view({ rounds, round: 49, cap: 60, firstCap: 5 });
}

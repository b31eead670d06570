import { countSeverities } from '../fold-text';
import type { FindingRecord } from './decisions';
import { foldLine as oneLine } from '../brief';
import { choiceWords } from './choice-words';
import type { RunEvent, Usage } from './events';
import { findingsOf, lastCall, openFindings, pendingScope } from './queries';
import type { RoundState, RunState } from './run-state';
import { promptFor } from './waiting';
import {
  countsText,
  driftTag,
  outcomeWords,
  roundBeside,
  roundsLine,
  unfinishedAs,
} from './wording';

/** The report at exit, in the protocol's wire format (build-verify.md "Report at exit"). Structure only: it judges nothing. */
export function reportText(state: RunState): string {
  const outcome = state.ended === null ? 'running' : outcomeWords(state.ended.outcome);
  const beside = roundBeside(state);
  const named = beside === null ? '' : ` (round ${beside.number} ${beside.what})`;
  const lines = [
    'LOOP EXIT',
    `- Outcome: ${outcome}`,
    `- Rounds executed: ${state.options.mode === 'audit' ? 'none (audit only)' : roundsLine(state)}${named}`,
    `- Final artifact: ${state.brief.brief.artifacts.map(oneLine).join(', ')}`,
    '',
    'Subagent design used (audit trail):',
    `- Implementor: ${implementorWords(state)}`,
    `- Critic(s): ${state.critics.map((critic) => critic.lens).join(' + ')}`,
    `- Iteration cap: ${state.options.mode === 'audit' ? 'none (audit only)' : state.cap}`,
    '',
    "Finding evolution (orchestrator's structural summary, not verbatim findings):",
    ...evolution(state).map((line) => `- ${line}`),
  ];
  const open = openItems(state);
  if (open.length > 0) {
    lines.push(
      '',
      'Open items (if escalated or success-with-residual):',
      ...open.map((item) => `- ${item}`),
    );
  }
  return [...lines, '', `Next step requested from user: ${nextStep(state)}`, ''].join('\n');
}

function implementorWords(state: RunState): string {
  const { perspective } = state.implementor;
  if (state.options.mode === 'audit') return 'none (audit only)';
  return perspective === null ? 'default' : `customized with "${perspective}"`;
}

/** One line a round; per Critic when there are several; drift rounds tagged; an incomplete round has no counts (rulings 9). */
function evolution(state: RunState): string[] {
  return state.rounds.map((round) => {
    const name = round.number === 0 ? 'Baseline audit' : `Round ${round.number}`;
    if (!round.complete) return `${name}: ${unfinishedAs(round)}`;
    const each = round.critics.length > 1 ? ` (${round.critics.map(criticCounts).join('; ')})` : '';
    const tag = driftTag(round);
    const facts = [
      tag === null
        ? null
        : `[${tag}, ${round.drift?.inTextOfFrom ?? 0} in text those fixes changed]`,
      round.pairing?.kind === 'unknown' ? '[pairing unknown]' : null,
      revisionWords(state, round),
    ].filter((fact) => fact !== null);
    return [`${name}: ${countsText(round.counts)}${each}`, ...facts].join(' ');
  });
}

function criticCounts(critic: RoundState['critics'][number]): string {
  const verdict = lastCall(critic)?.verdict;
  const findings = verdict?.kind === 'findings' ? verdict.findings : [];
  return `${critic.lens} ${countsText(countSeverities(findings))}`;
}

function revisionWords(state: RunState, round: RoundState): string | null {
  if (!round.revised || round.revision === null) return null;
  const clean = round.critics.every((critic) => critic.status === 'clean');
  const changed = state.revisions[round.revision]?.changed === true;
  if (!changed) return '[revision: no change]';
  const before = state.rounds.find((one) => one.number === round.givenBy);
  const confirmation =
    clean && before !== undefined && before.critics.every((critic) => critic.status === 'clean');
  // Rulings 15: both verdicts count, and the report says that the text changed between them.
  return confirmation ? '[text changed since the clean round before]' : null;
}

function openItems(state: RunState): string[] {
  if (state.ended?.outcome === 'success') return [];
  const round = state.rounds.findLast((one) => one.complete);
  const findings = round === undefined ? [] : openFindings(state, round.number).map(itemWords);
  const pending =
    round === undefined
      ? []
      : pendingScope(state, round)
          .filter((one) => one.round !== round.number)
          .map(itemWords);
  const last = state.rounds.at(-1);
  const unfinished =
    last !== undefined && last.unfinished !== null
      ? [`unfinished work of round ${last.number} is kept beside the run`]
      : [];
  const decision = state.decisions.at(-1);
  const decided =
    decision !== undefined && (decision.choice.kind === 'accept' || decision.choice.kind === 'stop')
      ? [
          `decided in round ${decision.round}: ${decision.choice.kind === 'accept' ? 'accepted as is' : 'stop'}`,
        ]
      : [];
  return [...findings, ...pending, ...unfinished, ...decided];
}

function itemWords(finding: FindingRecord): string {
  const wait = finding.pending ? ', scope-creep, waits for a decision' : '';
  return `${finding.severity} [${finding.lens}] #${finding.number} (AC ${oneLine(finding.acReference)}${wait}): ${oneLine(finding.issue)}`;
}

const askedOf: Readonly<Record<string, string>> = {
  blocked: 'supply what unblocks it and go on, or stop',
  incomplete: 'retry the phase, or stop',
  disagreement: 'for each disputed finding: uphold, dismiss, or edit the criteria; or stop',
  scope: 'say of each scope-creep finding whether to keep it or to remove it',
  residual: 'one more pass, accept, or stop',
  churn: 'revise the task or criteria, restore a round, go on, or stop',
  stalled: 'revise the task or criteria, go on, restore a round, or stop',
  cap: 'raise the cap, restore a round, accept as is, or stop',
  budget: 'go on with more budget, or stop',
};

function nextStep(state: RunState): string {
  const outcome = state.ended?.outcome;
  if (outcome === undefined || outcome === 'success' || outcome === 'audited') return 'none';
  if (outcome === 'escalated: stopped') return 'resume the run, or leave it';
  if (outcome === 'escalated: budget') return askedOf['budget'] ?? 'none';
  if (state.decisions.at(-1)?.choice.kind === 'accept') return 'none';
  const prompt = promptFor(state);
  return prompt === null ? 'none' : (askedOf[prompt.kind] ?? 'none');
}

/** The report as a Markdown page: the exit block, the brief, and every reply verbatim (build-verify.md "Report at exit"). */
export function reportMarkdown(state: RunState, events: readonly RunEvent[]): string {
  const calls = events.filter((event) => event.type === 'call');
  const sections = [
    `# BVL report: ${state.brief.brief.artifacts.map(oneLine).join(', ')}`,
    fence(reportText(state)),
    '## Brief',
    fence(state.brief.text),
    ...(decisionsChangedBrief(state) ? ['The brief as it stands after the decisions below.'] : []),
    '## Decisions',
    state.decisions.length === 0
      ? 'None.'
      : state.decisions
          .map((one) => `- Round ${one.round}, ${one.prompt}: ${choiceWords(state, one.choice)}`)
          .join('\n'),
    '## Usage',
    usageWords(state, calls),
    ...(state.notices.length === 0
      ? []
      : ['## Notices', state.notices.map((notice) => `- ${notice.text}`).join('\n')]),
    '## Findings',
    ...state.rounds.flatMap((round) => roundSection(state, round)),
    '## Replies, verbatim',
    ...calls.flatMap((call) => [
      `### Round ${call.round}: ${call.role}${call.lens === null ? '' : ` [${call.lens}]`}, attempt ${call.attempt} (${call.outcome.kind}, ${(call.duration / 1000).toFixed(1)} s)`,
      fence(call.reply),
    ]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function decisionsChangedBrief(state: RunState): boolean {
  return (
    state.brief.decisions.length > 0 || state.decisions.some((one) => one.choice.kind === 'revise')
  );
}

function usageWords(
  state: RunState,
  calls: readonly { readonly servedBy: string | null; readonly usage: Usage | null }[],
): string {
  const about = calls.some((call) => call.usage?.estimated === true) ? 'about ' : '';
  const served = [...new Set(calls.flatMap((call) => call.servedBy ?? []))];
  const cost = state.spent.cost === null ? 'unknown' : `$${state.spent.cost.toFixed(4)}`;
  return [
    `- Calls: ${calls.length}`,
    `- Tokens: ${about}${state.spent.tokens}`,
    `- Cost: ${cost}`,
    `- Working time: ${Math.round(state.spent.seconds)} s${replayed(state) ? ' (of the replay)' : ''}`,
    `- Models that served: ${served.length === 0 ? 'not named' : served.join(', ')}`,
  ].join('\n');
}

/** A recorded run answers at its own pace: its times say nothing of the model (the model's name begins so, `ports.Model.name`). */
function replayed(state: RunState): boolean {
  return Object.values(state.models).some((name) => name.startsWith('recorded run'));
}

function roundSection(state: RunState, round: RoundState): string[] {
  const findings = findingsOf(state, round.number);
  const title = round.number === 0 ? '### Baseline audit' : `### Round ${round.number}`;
  const list = findings.map((one) => {
    const place = one.check?.places[0];
    const where =
      place === undefined
        ? (one.check?.result ?? 'not checked')
        : `${oneLine(place.path)}:${place.from}-${place.to}`;
    const settled = one.settled ? ', decided earlier' : '';
    const answer = one.answer === null ? 'no answer yet' : one.answer.kind;
    return `- ${one.severity} [${one.lens}] #${one.number} (${where}${settled}; ${answer}): ${oneLine(one.issue)}`;
  });
  return [title, list.length === 0 ? 'No findings.' : list.join('\n')];
}

/** A fence longer than any run of backticks inside, so that a reply cannot end it. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}text\n${text.endsWith('\n') ? text : `${text}\n`}${marks}`;
}

/** The report as data: everything the Markdown has, plus timings and the whole list of events' facts. Version 1. */
export function reportJson(state: RunState, events: readonly RunEvent[]): unknown {
  return {
    version: 1,
    runId: state.runId,
    outcome: state.ended?.outcome ?? null,
    row: state.ended?.row ?? null,
    rounds: {
      executed: roundsLine(state),
      cap: state.cap,
      firstCap: state.firstCap,
      beside: roundBeside(state),
    },
    brief: state.brief,
    options: state.options,
    design: {
      implementor: state.implementor.perspective,
      critics: state.critics.map((one) => one.lens),
    },
    models: state.models,
    program: state.program,
    decisions: state.decisions,
    spent: state.spent,
    startedAt: state.startedAt,
    endedAt: state.lastAt,
    revisions: state.revisions,
    evolution: state.rounds.map((round) => ({
      round: round.number,
      complete: round.complete,
      counts: round.counts,
      drift: round.drift,
      driftTag: driftTag(round),
      pairing: round.pairing,
      findings: findingsOf(state, round.number),
    })),
    calls: events.filter((event) => event.type === 'call'),
    notices: state.notices,
  };
}

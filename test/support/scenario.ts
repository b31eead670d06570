import {
  findingsOf,
  type Choice,
  type DecisionPrompt,
  type ModelRequest,
  type RunOptions,
  type RunState,
} from '../../src/engine';
import { MemoryWorkspace } from './memory-workspace';
import { runScripted, startOf } from './run-scripted';
import { promptText, ScriptedModel, type ScriptedAnswer } from './scripted-model';

/*
 * A run in shorthand. A Critic's reply is a list of findings such as `Ha Mb Lc Hs!`: severity, then the letter of its case (the
 * same letter is the same defect to the scripted judges), `!` for scope creep, digits after the letter for another wording. `-` is
 * the clean sentence. Other words are sent as they stand: `BLOCKED — …`, prose, or an answer with an outcome.
 */
export type CriticShorthand = string | ScriptedAnswer;

export interface ScenarioRound {
  /** Keyed by lens; a list holds one reply for each attempt. */
  readonly critics?: Readonly<Record<string, CriticShorthand | readonly CriticShorthand[]>>;
  /** Answers such as `1:disputed 2:deferred` (others: addressed), or a whole answer. Absent: DONE and a new text. */
  readonly implementor?: string | ScriptedAnswer | readonly ScriptedAnswer[];
  /** The text the Implementor writes; absent: a text of its own for each round; null: it changes nothing. */
  readonly text?: string | null;
}

export interface Scenario {
  readonly options?: Partial<RunOptions>;
  readonly lenses?: readonly string[];
  readonly baseline?: ScenarioRound['critics'];
  readonly rounds: readonly ScenarioRound[];
  readonly decisions?: readonly ((prompt: DecisionPrompt) => Choice | null)[];
  /** Judge's answers by round; absent: by the case letters. */
  readonly repeatJudge?: Readonly<Record<number, string>>;
  readonly pairingJudge?: Readonly<Record<number, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** The artifact that scenarios quote from: one line for each case letter. */
export function planText(version: string): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const lines = [...letters].map(
    (letter) => `Part ${letter}: the text that leaves case ${letter} out.`,
  );
  return `# Plan, version ${version}\n\n${lines.join('\n')}\n`;
}

const severityOf: Readonly<Record<string, string>> = { H: 'HIGH', M: 'MEDIUM', L: 'LOW' };

/** A Critic's reply from its shorthand. */
export function criticReply(shorthand: string): string {
  if (shorthand === '-') return 'NO FINDINGS — artifact passes audit\n';
  const items = shorthand.split(' ').map((item) => /^([HML])([a-z])(\d*)(!?)$/.exec(item));
  if (items.some((item) => item === null)) return shorthand;
  return items
    .map((item, index) => {
      const [, severity = '', letter = '', wording = '', creep = ''] = item ?? [];
      return [
        `FINDING #${index + 1}`,
        `  Severity: ${severityOf[severity] ?? ''}`,
        '  AC reference: 1',
        ...(creep === '!' ? ['  Kind: scope-creep'] : []),
        `  Issue: wording ${wording || '1'} of case ${letter}`,
        `  Evidence: "Part ${letter}: the text that leaves case ${letter} out."`,
        '',
      ].join('\n');
    })
    .join('');
}

const done = 'DONE — artifact updated at docs/plan.md\nRESPONSES:\n';

function implementorReply(
  shorthand: string,
  given: readonly { number: number; tag: string }[],
): string {
  const answers = new Map(
    shorthand
      .split(' ')
      .filter(Boolean)
      .map((item) => item.split(':') as [string, string]),
  );
  const words: Readonly<Record<string, string>> = {
    disputed: 'Disputed — it is right as it stands',
    deferred: "Deferred — waits for the user's decision",
  };
  const lines = given.flatMap(({ number, tag }) => {
    const answer =
      answers.get(`${number}${tag.trim()}`) ?? answers.get(String(number)) ?? 'addressed';
    return answer === 'silent'
      ? []
      : [`FINDING #${number}${tag}: ${words[answer] ?? 'Addressed'}\n`];
  });
  return `${done}${lines.join('')}`;
}

function asAnswer(one: CriticShorthand): ScriptedAnswer {
  return typeof one === 'string' ? { reply: criticReply(one) } : one;
}

/** Runs a scenario in memory. A call the scenario has no answer for fails the run's test with its name. */
export async function play(scenario: Scenario): Promise<
  Awaited<ReturnType<typeof runScripted>> & {
    readonly model: ScriptedModel;
    readonly workspace: MemoryWorkspace;
  }
> {
  const workspace = new MemoryWorkspace(scenario.files ?? { 'docs/plan.md': planText('0') });
  const model = scenarioModel(scenario);
  const decisions = [...(scenario.decisions ?? [])];
  const options = { ...scenario.options, baseline: scenario.baseline !== undefined };
  const result = await runScripted({
    start: startOf(options, scenario.lenses),
    model,
    workspace,
    decide: (prompt) => decisions.shift()?.(prompt) ?? null,
  });
  return { ...result, model, workspace };
}

/** The scripted model of a scenario; it looks at nothing but the request it is given. */
export function scenarioModel(scenario: Scenario): ScriptedModel {
  return new ScriptedModel((request) => {
    switch (request.role) {
      case 'judge-repeat':
        return { reply: scenario.repeatJudge?.[request.round] ?? repeatAnswer(request) };
      case 'judge-pairing':
        return { reply: scenario.pairingJudge?.[request.round] ?? pairingAnswer(request) };
      case 'implementor':
        return implementorAnswer(scenario, request);
      case 'critic':
        return criticAnswer(scenario, request);
    }
  });
}

function criticAnswer(scenario: Scenario, request: ModelRequest): ScriptedAnswer {
  const critics =
    request.round === 0 ? scenario.baseline : scenario.rounds[request.round - 1]?.critics;
  const script = critics?.[(request.lens ?? '').toLowerCase()];
  const list: readonly CriticShorthand[] = Array.isArray(script)
    ? script
    : script === undefined
      ? []
      : [script as CriticShorthand];
  const one = list[request.attempt - 1];
  if (one === undefined) {
    throw new Error(
      `no script for ${request.lens ?? ''} in round ${request.round}, attempt ${request.attempt}`,
    );
  }
  return asAnswer(one);
}

function implementorAnswer(scenario: Scenario, request: ModelRequest): ScriptedAnswer {
  const round = scenario.rounds[request.round - 1];
  if (round === undefined) throw new Error(`no script for round ${request.round}`);
  const text = round.text === undefined ? planText(String(request.round)) : round.text;
  const writes = text === null ? {} : { writes: { 'docs/plan.md': text } };
  const script = round.implementor ?? '';
  if (typeof script === 'string') {
    return { reply: implementorReply(script, givenIn(promptText(request))), ...writes };
  }
  const list: readonly ScriptedAnswer[] = Array.isArray(script)
    ? script
    : [script as ScriptedAnswer];
  const one = list[request.attempt - 1];
  if (one === undefined)
    throw new Error(
      `no script for the Implementor of round ${request.round}, attempt ${request.attempt}`,
    );
  return { ...writes, ...one };
}

function givenIn(prompt: string): { number: number; tag: string }[] {
  return [...prompt.matchAll(/^FINDING #(\d+)( \[[^\]]+\])?$/gm)].map((match) => ({
    number: Number(match[1]),
    tag: match[2] ?? '',
  }));
}

function listed(request: ModelRequest): { id: string; letter: string; high: boolean }[] {
  return [
    ...promptText(request).matchAll(
      /^([BN]\d+)$[\s\S]*?Severity: (HIGH|MEDIUM|LOW)[\s\S]*?of case ([a-z])/gm,
    ),
  ].map((match) => ({ id: match[1] ?? '', high: match[2] === 'HIGH', letter: match[3] ?? '' }));
}

function repeatAnswer(request: ModelRequest): string {
  const letters = (side: string): string =>
    [
      ...new Set(
        listed(request)
          .filter((one) => one.id.startsWith(side))
          .map((one) => one.letter),
      ),
    ]
      .sort()
      .join('');
  return letters('B') === letters('N') ? 'YES' : 'NO';
}

function pairingAnswer(request: ModelRequest): string {
  const all = listed(request);
  return all
    .filter((one) => one.id.startsWith('N') && one.high)
    .map((one) => {
      const before = all.find((other) => other.id.startsWith('B') && other.letter === one.letter);
      return `${one.id} = ${before?.id ?? 'NEW'}`;
    })
    .join('\n');
}

/** Choices in shorthand, for scenarios. */
export const choose = {
  stop: (): Choice => ({ kind: 'stop' }),
  retry: (): Choice => ({ kind: 'retry' }),
  goOn: (): Choice => ({ kind: 'go-on' }),
  accept: (): Choice => ({ kind: 'accept' }),
  oneMore: (): Choice => ({ kind: 'one-more' }),
  raise: (by: number) => (): Choice => ({ kind: 'raise-cap', by }),
  restore: (round: number) => (): Choice => ({ kind: 'restore', round }),
  supply: (): Choice => ({ kind: 'supply', words: 'annex B is docs/annex-b.md' }),
  revise: (): Choice => ({
    kind: 'revise',
    task: 'Make the plan complete',
    criteria: ['Another criterion'],
  }),
  settle:
    (answer: 'uphold' | 'dismiss', words = '') =>
    (prompt: DecisionPrompt): Choice => ({
      kind: 'settle',
      answers: prompt.findings.map((one) => ({ key: one.key, answer, words })),
    }),
  scope:
    (answer: 'keep' | 'remove') =>
    (prompt: DecisionPrompt): Choice => ({
      kind: 'scope',
      answers: prompt.findings.map((one) => ({ key: one.key, answer })),
    }),
};

/** Rounds in which some finding is shown as decided earlier. */
export function settledRounds(state: RunState): number[] {
  return state.rounds
    .filter((round) => findingsOf(state, round.number).some((one) => one.settled))
    .map((round) => round.number);
}

import { checkChoice } from '../engine/build-verify/check-choice';
import type { DecisionPrompt, Offer } from '../engine/build-verify/decisions';
import type { Brief, Choice } from '../engine/build-verify/events';
import type { Decider } from '../engine/ports';
import { assertNever } from '../util/assert-never';
import {
  askBudget,
  askModel,
  askNumber,
  askRevision,
  askScope,
  askSettlement,
  askWords,
} from './choice-questions';
import { offerWords, otherModelWords, promptTitle } from './choice-words';
import { factLines, showsWhole } from './decision-facts';
import { wholeFindingLines, wrapped, type Layout } from './finding-lines';
import { LineReader } from './line-reader';
import type { Terminal } from './terminal';

export interface TerminalDeciderInit {
  readonly terminal: Terminal;
  /** The brief as it is now: what a revision starts from. */
  readonly brief: () => Brief;
  /** Lines that show how the artifact on disk differs from what the run last saw. */
  readonly difference: (prompt: DecisionPrompt) => Promise<readonly string[]>;
  /** Resolves when everything that led to the question is on the terminal. */
  readonly ready: () => Promise<void>;
  /** Called on Ctrl-C while a question stands: readline takes that key from the process. */
  readonly interrupt: () => void;
  /** The run can go on with another model; false for a recording. */
  readonly otherModels: boolean;
}

/** A line of the menu: an offer, or a retry on another model. */
interface Entry {
  readonly offer: Offer;
  readonly otherModel: boolean;
}

/** Asks the person on the terminal. An empty line or the end of input is no answer, and nothing answers itself. */
export class TerminalDecider implements Decider {
  constructor(private readonly init: TerminalDeciderInit) {}

  async decide(prompt: DecisionPrompt, signal: AbortSignal): Promise<Choice | null> {
    const { terminal, interrupt } = this.init;
    if (!terminal.interactive || signal.aborted) return null;
    await this.init.ready();
    const reader = await LineReader.open(terminal, signal, interrupt);
    try {
      return await this.ask(prompt, reader);
    } finally {
      reader.close();
    }
  }

  private async ask(prompt: DecisionPrompt, reader: LineReader): Promise<Choice | null> {
    const { terminal } = this.init;
    const layout: Layout = { columns: terminal.columns, style: terminal.style };
    const extra = extraChoice(prompt);
    const show = (lines: readonly string[]): void => lines.forEach((line) => terminal.line(line));
    const entries = this.entries(prompt);
    showPrompt(prompt, terminal);
    for (;;) {
      terminal.line();
      entries.forEach(({ offer, otherModel }, index) => {
        const words = otherModel ? otherModelWords : offerWords(offer, prompt);
        show(wrapped(words, layout, 5, `  ${index + 1}  `));
      });
      if (extra !== null) terminal.line(`  ${extra.key}  ${extra.words}`);
      const answer = await reader.ask(`Choose 1-${entries.length} (empty: no answer): `);
      if (answer === null || answer.trim() === '') {
        terminal.line('No answer was given.');
        return null;
      }
      if (extra !== null && answer.trim().toLowerCase() === extra.key) {
        show(
          prompt.kind === 'conflict'
            ? await this.init.difference(prompt)
            : [...prompt.findings, ...prompt.before].flatMap((one) =>
                wholeFindingLines(one, layout),
              ),
        );
        continue;
      }
      const entry = /^\d+$/.test(answer.trim()) ? entries[Number(answer) - 1] : undefined;
      if (entry === undefined) {
        terminal.line(`Please type a number from 1 to ${entries.length}.`);
        continue;
      }
      const choice = await this.complete(entry, prompt, reader);
      const funded = choice === null ? null : await this.fund(choice, entry.offer, prompt, reader);
      const wrong = funded === null ? null : checkChoice(prompt, funded);
      if (wrong !== null) terminal.line(wrong);
      else if (funded !== null) return funded;
    }
  }

  private entries(prompt: DecisionPrompt): Entry[] {
    return prompt.offers.flatMap((offer): Entry[] =>
      offer.kind === 'retry' && this.init.otherModels
        ? [
            { offer, otherModel: false },
            { offer, otherModel: true },
          ]
        : [{ offer, otherModel: false }],
    );
  }

  /** Going on past a budget that is spent asks how much more (rulings 8). Null: back to the choices. */
  private async fund(
    choice: Choice,
    offer: Offer,
    prompt: DecisionPrompt,
    reader: LineReader,
  ): Promise<Choice | null> {
    if (!offer.needsBudget || !takesMore(choice)) return choice;
    const more = await askBudget(reader, prompt.spent ?? 'tokens');
    return more === null ? null : { ...choice, more };
  }

  /** Asks what a choice needs beside its number. Null: the person went back to the choices. */
  private async complete(
    { offer, otherModel }: Entry,
    prompt: DecisionPrompt,
    reader: LineReader,
  ): Promise<Choice | null> {
    const { kind } = offer;
    switch (kind) {
      case 'retry': {
        if (!otherModel) return { kind };
        const model = await askModel(reader);
        return model === null ? null : { kind, model };
      }
      case 'stop':
      case 'one-more':
      case 'accept':
      case 'go-on':
      case 'keep-mine':
      case 'take-run':
        return { kind };
      case 'supply': {
        const words = await askWords(reader, 'What unblocks it (empty: back): ');
        return words === null ? null : { kind, words };
      }
      case 'settle': {
        const answers = await askSettlement(reader, prompt.findings);
        return answers === null ? null : { kind, answers };
      }
      case 'scope': {
        const answers = await askScope(reader, prompt.findings);
        return answers === null ? null : { kind, answers };
      }
      case 'revise': {
        const revision = await askRevision(reader, this.init.brief(), this.init.terminal);
        return revision === null ? null : { kind, ...revision };
      }
      case 'restore': {
        const round = await askNumber(
          reader,
          `Which round (${prompt.restorable.join(', ')}; 0 is the start; empty: back): `,
          (number) => prompt.restorable.includes(number),
        );
        return round === null ? null : { kind, round };
      }
      case 'raise-cap': {
        const by = await askNumber(
          reader,
          'By how many rounds (empty: back): ',
          (number) => number > 0,
        );
        return by === null ? null : { kind, by };
      }
      case 'more-budget': {
        if (prompt.spent === null) return { kind, tokens: 0, cost: 0, seconds: 0 };
        const more = await askBudget(reader, prompt.spent);
        return more === null ? null : { kind, ...more };
      }
      default:
        return assertNever(kind, 'choice');
    }
  }
}

/** What a decision is about, with the facts it hangs on. */
export function showPrompt(prompt: DecisionPrompt, terminal: Terminal): void {
  const layout: Layout = { columns: terminal.columns, style: terminal.style };
  terminal.line();
  terminal.line(terminal.style.bold(`Decision after round ${prompt.round}`));
  for (const line of wrapped(promptTitle(prompt), layout, 2)) terminal.line(line);
  for (const line of factLines(prompt, layout)) terminal.line(line);
}

type Funded = Extract<Choice, { more?: unknown }>;

function takesMore(choice: Choice): choice is Funded {
  switch (choice.kind) {
    case 'stop':
    case 'accept':
    case 'more-budget':
    case 'keep-mine':
    case 'take-run':
      return false;
    case 'supply':
    case 'retry':
    case 'settle':
    case 'revise':
    case 'one-more':
    case 'go-on':
    case 'restore':
    case 'raise-cap':
    case 'scope':
      return true;
    default:
      return assertNever(choice, 'choice');
  }
}

/** What can be looked at before choosing: it answers nothing. */
function extraChoice(prompt: DecisionPrompt): { key: string; words: string } | null {
  if (prompt.kind === 'conflict') return { key: 'd', words: 'Show the difference' };
  if (showsWhole(prompt) || prompt.findings.length === 0) return null;
  return { key: 'f', words: 'Show the findings with their evidence' };
}

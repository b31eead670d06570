import { assertNever } from '../../util/assert-never';
import { foldLine as oneLine } from '../brief';
import type { Choice } from './events';
import { findingsOf } from './queries';
import type { RunState } from './run-state';

/** A decision in words; a finding is named by its round, Critic, number and issue, the person's words stand as they are. */
export function choiceWords(state: RunState, choice: Choice): string {
  const named = (key: string): string => {
    const finding = state.rounds
      .flatMap((round) => findingsOf(state, round.number))
      .find((one) => one.key === key);
    if (finding === undefined) return key;
    const round = finding.round === 0 ? 'the baseline audit' : `round ${finding.round}`;
    return `[${finding.lens}] #${finding.number} of ${round}, "${oneLine(finding.issue)}"`;
  };
  switch (choice.kind) {
    case 'settle':
      return choice.answers
        .map((one) => {
          const words = one.words.trim() === '' ? '' : `: ${oneLine(one.words)}`;
          return `${one.answer} ${named(one.key)}${words}`;
        })
        .join('; ');
    case 'scope':
      return choice.answers.map((one) => `${one.answer} ${named(one.key)}`).join('; ');
    case 'supply':
      return `answered: ${oneLine(choice.words)}`;
    case 'revise':
      return `changed the brief: ${oneLine(choice.task)} (${choice.criteria.map(oneLine).join(' | ')})`;
    case 'restore':
      return choice.round === 0 ? 'restore the start' : `restore round ${choice.round}`;
    case 'raise-cap':
      return `raise the cap by ${choice.by}`;
    case 'more-budget':
      return `more budget: ${choice.tokens} tokens, $${choice.cost}, ${choice.seconds} s`;
    case 'retry':
      return choice.model === undefined ? 'retry' : `retry with ${oneLine(choice.model)}`;
    case 'one-more':
      return 'one more pass';
    case 'accept':
      return 'accept as is';
    case 'go-on':
      return 'go on';
    case 'keep-mine':
      return 'keep what is on disk';
    case 'take-run':
      return "take the run's text";
    case 'stop':
      return 'stop';
    default:
      return assertNever(choice, 'choice');
  }
}

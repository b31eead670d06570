import type { DecisionPrompt, Offer } from '../engine/build-verify/decisions';
import type { Choice, PromptKind } from '../engine/build-verify/events';
import { assertNever } from '../util/assert-never';

/** What a prompt is about, in one line. */
export function promptTitle(prompt: DecisionPrompt): string {
  switch (prompt.kind) {
    case 'blocked':
      return 'Blocked: something is missing that only you can give.';
    case 'incomplete':
      return 'The round is incomplete: a phase has no usable reply.';
    case 'disagreement':
      return 'Disagreement: the Implementor disputes a HIGH finding.';
    case 'residual':
      return 'Only LOW findings are left, two rounds in a row.';
    case 'churn':
      return 'Stalled with churn: fixes keep bringing new HIGH findings.';
    case 'stalled':
      return 'Stalled: the findings repeat those of the last round.';
    case 'cap':
      return `The cap of ${prompt.cap} ${prompt.cap === 1 ? 'round' : 'rounds'} is reached.`;
    case 'budget':
      return prompt.spent === null
        ? 'The run was stopped.'
        : `The budget of ${budgetName(prompt.spent)} is spent.`;
    case 'scope':
      return 'Only scope questions are left: each goes beyond the task, and you decide whether it stays.';
    case 'conflict':
      return 'The artifact on disk is not what the run last saw: it was changed from outside.';
    default:
      return assertNever(prompt.kind, 'prompt');
  }
}

/** What a choice does when it is taken, raised cap and needed budget included (rulings 8). */
export function offerWords(offer: Offer, prompt: DecisionPrompt): string {
  const extras = [
    ...(offer.raisesCap && offer.kind !== 'raise-cap'
      ? [`raises the cap to ${prompt.cap + 1}`]
      : []),
    ...(offer.needsBudget ? ['needs more budget: you are asked how much'] : []),
  ];
  const words = offerAct(offer.kind, prompt.kind);
  return extras.length === 0 ? words : `${words} (${extras.join('; ')})`;
}

/** What a retry on another model does (row 2, "other model"). */
export const otherModelWords =
  'Try again on another model: you are asked which; every later call runs on it too';

function offerAct(kind: Offer['kind'], prompt: PromptKind): string {
  switch (kind) {
    case 'stop':
      return 'Stop here: the run ends with this as its outcome';
    case 'supply':
      return 'Supply what is missing: your words are added to the brief and the phase runs again';
    case 'retry':
      return 'Try again: only the phase without a reply runs once more';
    case 'settle':
      return 'Settle each disputed finding: uphold it, or dismiss it; your words go into the brief';
    case 'revise':
      return 'Change task or criteria: the new brief holds from the next round on';
    case 'one-more':
      return 'One more pass over the LOW findings';
    case 'accept':
      return prompt === 'residual'
        ? 'Accept: the run succeeds, the LOW findings stay open'
        : 'Accept the artifact as it is: the run ends, its findings stay open';
    case 'go-on':
      return 'Go on with the next round';
    case 'restore':
      return 'Restore the text of a round, and go on from there';
    case 'raise-cap':
      return 'Raise the cap by a number of rounds, and go on';
    case 'more-budget':
      return 'Give more budget, and go on';
    case 'scope':
      return 'Decide each one: keep it, or have it removed';
    case 'keep-mine':
      return 'Keep mine: the text on disk stays, and the run goes on from it';
    case 'take-run':
      return "Take the run's: its text is written; what is on disk now is kept as a snapshot";
    default:
      return assertNever(kind, 'choice');
  }
}

/**
 * A choice that was made, for a line in the run's history.
 * @param name what a person calls the finding with this key
 */
export function choiceWords(choice: Choice, name: (key: string) => string): string {
  switch (choice.kind) {
    case 'stop':
      return 'stop';
    case 'supply':
      return `supplied: ${choice.words}`;
    case 'retry':
      return choice.model === undefined ? 'try again' : `try again on the model ${choice.model}`;
    case 'settle':
      return choice.answers
        .map(
          ({ key, answer, words }) => `${answer} ${name(key)}${words === '' ? '' : `: ${words}`}`,
        )
        .join('; ');
    case 'revise':
      return `changed the brief: ${choice.task} (${choice.criteria.length} criteria)`;
    case 'one-more':
      return 'one more pass';
    case 'accept':
      return 'accept as it is';
    case 'go-on':
      return 'go on';
    case 'restore':
      return choice.round === 0 ? 'restore the start' : `restore round ${choice.round}`;
    case 'raise-cap':
      return `raise the cap by ${choice.by}`;
    case 'more-budget':
      return `more budget: ${budgetWords(choice)}`;
    case 'scope':
      return choice.answers.map(({ key, answer }) => `${answer} ${name(key)}`).join('; ');
    case 'keep-mine':
      return 'keep mine';
    case 'take-run':
      return "take the run's";
    default:
      return assertNever(choice, 'choice');
  }
}

export function budgetName(kind: 'tokens' | 'cost' | 'seconds'): string {
  switch (kind) {
    case 'tokens':
      return 'tokens';
    case 'cost':
      return 'US dollars';
    case 'seconds':
      return 'seconds';
  }
}

function budgetWords(more: { tokens: number; cost: number; seconds: number }): string {
  const parts = [
    ...(more.tokens > 0 ? [`${more.tokens} tokens`] : []),
    ...(more.cost > 0 ? [`${more.cost} US dollars`] : []),
    ...(more.seconds > 0 ? [`${more.seconds} seconds`] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

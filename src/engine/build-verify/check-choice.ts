import type { DecisionPrompt } from './decisions';
import type { Choice } from './events';

/**
 * Whether a choice answers a prompt: it must be one of the offers, name only what the prompt shows, and leave nothing of it open.
 * @returns null when it does, else what is missing, in English.
 */
export function checkChoice(prompt: DecisionPrompt, choice: Choice): string | null {
  if (!prompt.offers.some((offer) => offer.kind === choice.kind)) {
    return `"${choice.kind}" is not one of the choices here.`;
  }
  switch (choice.kind) {
    case 'settle':
    case 'scope': {
      const shown = prompt.findings.map((one) => one.key);
      const answered = choice.answers.map((one) => one.key);
      if (answered.some((key) => !shown.includes(key)))
        return 'An answer names a finding that was not asked about.';
      if (shown.some((key) => !answered.includes(key)))
        return 'Every finding shown needs an answer.';
      return null;
    }
    case 'restore':
      return prompt.restorable.includes(choice.round)
        ? null
        : `There is no text of round ${choice.round} to restore.`;
    case 'more-budget':
      return choice.tokens + choice.cost + choice.seconds > 0
        ? null
        : 'Say how much more may be spent.';
    default:
      return null;
  }
}

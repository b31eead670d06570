import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Choice } from '../engine/build-verify/events';
import { panelStrings } from '../protocol/strings';
import type { Translate } from '../util/translate';

/**
 * Why a recorded run does not go on with another answer than its own, with the answer it has and what can be done.
 * @param recorded null: the decision is over meanwhile
 */
export function declinedWords(
  recorded: Choice | null,
  prompt: DecisionPrompt | undefined,
  t: Translate,
): string {
  if (recorded === null || prompt === undefined) {
    return t('A recorded run goes on only with the answer that was recorded.');
  }
  return t(
    'A recorded run goes on only with the answer that was recorded: {answer}. Answer as Recorded, or Stop.',
    { answer: answerWords(recorded, prompt, t).replace(/[.\s]+$/u, '') },
  );
}

/** As the panel's buttons say it. */
function answerWords(choice: Choice, prompt: DecisionPrompt, t: Translate): string {
  switch (choice.kind) {
    case 'settle':
    case 'scope':
      return choice.answers
        .map((answer) => {
          const finding = prompt.findings.find((one) => one.key === answer.key);
          const name = finding === undefined ? answer.key : `${finding.lens} #${finding.number}`;
          const words = 'words' in answer && answer.words !== '' ? ` — ${answer.words}` : '';
          return `${name}: ${t(panelStrings[answer.answer])}${words}`;
        })
        .join('; ');
    case 'supply':
      return choice.words;
    case 'restore':
      return `${t(panelStrings.restore)} (${choice.round === 0 ? t(panelStrings.restoreStart) : choice.round})`;
    case 'raise-cap':
      return `${t(panelStrings.raiseCap)} (+${choice.by})`;
    default:
      return t(panelStrings[buttons[choice.kind]]);
  }
}

const buttons = {
  stop: 'stopRun',
  retry: 'retry',
  revise: 'choiceRevise',
  'one-more': 'oneMore',
  accept: 'accept',
  'go-on': 'goOn',
  'more-budget': 'moreBudget',
  'keep-mine': 'keepMine',
  'take-run': 'takeRun',
} as const;

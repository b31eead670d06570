import type { RunEvent } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import type { PreviewView } from '../protocol/to-panel';
import type { Translate } from '../util/translate';

/** The exact prompts of a run as one Markdown page: role prompts once, then what each call was sent, in order. */
export function promptsText(state: RunState, events: readonly RunEvent[], t: Translate): string {
  const calls = events.filter((event) => event.type === 'call');
  return [
    `# ${t('Prompts of the run {id}', { id: state.runId })}`,
    t('Brief (SHA-256 {hash})', { hash: state.brief.hash }),
    fenced(state.brief.text),
    `## ${t('Role prompts')}`,
    `### ${t('Implementor')}`,
    fenced(state.implementor.system),
    ...state.critics.flatMap((critic) => [
      `### ${t('Critic: {lens}', { lens: critic.lens })}`,
      fenced(critic.system),
    ]),
    `## ${t('Calls')}`,
    ...calls.flatMap((call) => [
      `### ${t('Round {round}, {role}, try {attempt}', {
        round: call.round,
        role: call.lens === null ? call.role : `${call.role} ${call.lens}`,
        attempt: call.attempt,
      })}`,
      fenced(call.prompt),
    ]),
    '',
  ].join('\n\n');
}

/** The prompts of a run that has not begun, as the preview holds them. */
export function previewText(view: PreviewView, t: Translate): string {
  return [
    `# ${t('Prompts that will be sent')}`,
    ...view.prompts.flatMap((prompt) => [
      `## ${prompt.who} (${prompt.model})`,
      `### ${t('Role prompt')}`,
      fenced(prompt.system),
      `### ${t('Prompt')}`,
      fenced(prompt.user),
    ]),
    '',
  ].join('\n\n');
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

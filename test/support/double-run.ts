import { planText } from './scenario';
import type { Script } from './anthropic-double/script';

/*
 * A whole run as a script for the double: baseline with two findings, a fix that one of them disputes, a round with a new HIGH, its
 * fix, and two clean rounds. Every Implementor reads and edits through the tools.
 */

const path = 'docs/plan.md';

/** A finding on the line of one letter of `planText`. */
function finding(
  number: number,
  severity: string,
  letter: string,
  line = `Part ${letter}`,
): string {
  return [
    `FINDING #${number}`,
    `  Severity: ${severity}`,
    '  AC reference: 1',
    `  Issue: case ${letter} is not named`,
    `  Evidence: "${line}: the text that leaves case ${letter} out."`,
    '',
  ].join('\n');
}

const view = { tools: [{ name: 'view', input: { path } }] };
const clean = { text: 'NO FINDINGS — artifact passes audit' };

function critic(reply: string): Script['conversations'][number] {
  return { when: { role: 'critic' }, turns: [view, { text: reply }] };
}

function implementor(
  letter: string | null,
  answers: readonly string[],
): Script['conversations'][number] {
  const edit = {
    tools: [
      {
        name: 'replace_text',
        input: {
          path,
          old_text: `Part ${letter ?? ''}: the text that leaves case ${letter ?? ''} out.`,
          new_text: `Part ${letter ?? ''}: now names case ${letter ?? ''}.`,
        },
      },
    ],
  };
  const lines = [`DONE — artifact updated at ${path}`, 'RESPONSES:', ...answers];
  const turns = [view, ...(letter === null ? [] : [edit]), { text: lines.join('\n') }];
  return { when: { role: 'implementor' }, turns };
}

export const runFiles = { [path]: planText('0') };

/** The baseline's reply, byte for byte: what the first Implementor must be given. */
export const baselineReply = `${finding(1, 'HIGH', 'a')}\n${finding(2, 'HIGH', 'b')}`;
export const secondReply = finding(1, 'HIGH', 'c');

export const runConversations: Script['conversations'] = [
  critic(baselineReply),
  implementor('a', ['FINDING #1: Addressed', 'FINDING #2: Disputed — the plan says it elsewhere']),
  critic(secondReply),
  implementor('c', ['FINDING #1: Addressed']),
  critic(clean.text),
  implementor(null, []),
  critic(clean.text),
  {
    when: { role: 'judge' },
    turns: [{ text: 'N1 = NEW' }],
  },
];

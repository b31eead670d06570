import type { DecisionPrompt, FindingRecord } from '../engine/build-verify/decisions';
import { findingLines, labelled, wholeFindingLines, type Layout } from './finding-lines';
import { visibleLine, visibleText } from './visible-text';

/** What a person must see to decide: the facts of the prompt, with every text as it was written. */
export function factLines(prompt: DecisionPrompt, layout: Layout): string[] {
  const lines = prompt.reasons.flatMap(({ who, text }) =>
    labelled(`${capital(visibleLine(who))}:`, visibleText(text.trim()), layout),
  );
  for (const file of prompt.found) {
    const size = file.hash === null ? 'does not exist any more' : `${file.size} bytes`;
    lines.push(`  On disk now: ${visibleLine(file.path)} (${size})`);
  }
  if (showsWhole(prompt)) {
    lines.push(...prompt.findings.flatMap((finding) => wholeFindingLines(finding, layout)));
  } else {
    lines.push(...section('This round', prompt.findings, layout));
  }
  lines.push(...section('The round before', prompt.before, layout));
  return lines;
}

/** The person decides on each finding itself, so all of its text is shown at once. */
export function showsWhole(prompt: DecisionPrompt): boolean {
  return prompt.kind === 'disagreement' || prompt.kind === 'scope';
}

function section(title: string, findings: readonly FindingRecord[], layout: Layout): string[] {
  if (findings.length === 0) return [];
  return [
    `  ${layout.style.bold(title)}`,
    ...findings.flatMap((finding) => findingLines(finding, layout)),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { Severity } from './finding';
import type { PromptPart } from './ports';

export { parsePairingAnswer, parseRepeatAnswer } from './judge-answer';
export type { PairingAnswer, RepeatAnswer } from './judge-answer';

/*
 * The user prompt of each role, built from sections in a fixed order. What varies stands last and runs to the end, so it needs no
 * closing mark that its own text could forge; nothing is ever added inside it.
 */

/** A finding as a judge sees it: its id in the list and what the Critic wrote, nothing the program found out. */
export interface JudgedFinding {
  /** `B1`, `B2`, … in the list before; `N1`, `N2`, … in the list now. */
  readonly id: string;
  readonly lens: string;
  readonly severity: Severity;
  readonly acReference: string;
  readonly issue: string;
  readonly evidence: string;
}

/**
 * Brief, paths and, when there was an audit, its findings block byte for byte as the last thing (build-verify.md, "Spawning").
 * @param block the previous Critic phase's replies as `renderFindingsBlock` gives them; null: none yet.
 */
export function implementorPrompt(
  briefText: string,
  artifactPaths: readonly string[],
  block: string | null,
): PromptPart[] {
  const stable = [
    part(`=== BRIEF ===\n${briefText}\n`),
    part(`\n=== FILES YOU MAY WRITE ===\n${pathList(artifactPaths)}`, true),
  ];
  return block === null ? stable : [...stable, part(`\n=== FINDINGS ===\n${block}`)];
}

/** Brief and paths, the same in every round: nothing here can tell one round from another (build-verify.md, "Spawning"). */
export function criticPrompt(briefText: string, artifactPaths: readonly string[]): PromptPart[] {
  return [
    part(`=== BRIEF ===\n${briefText}\n`),
    part(`\n=== ARTIFACT FILES ===\n${pathList(artifactPaths)}`, true),
  ];
}

/** The two lists and nothing else (build-verify.md, "Exits"). */
export function repeatJudgePrompt(
  before: readonly JudgedFinding[],
  now: readonly JudgedFinding[],
): PromptPart[] {
  return twoLists(before, now);
}

/** The two lists and nothing else (rulings 17); the answer is asked for the HIGH ones of `now`. */
export function pairingJudgePrompt(
  before: readonly JudgedFinding[],
  now: readonly JudgedFinding[],
): PromptPart[] {
  return twoLists(before, now);
}

function twoLists(before: readonly JudgedFinding[], now: readonly JudgedFinding[]): PromptPart[] {
  return [
    part(`=== BEFORE ===\n${judgedList(before)}\n\n`),
    part(`=== NOW ===\n${judgedList(now)}\n`),
  ];
}

function judgedList(findings: readonly JudgedFinding[]): string {
  return findings.length === 0 ? '(none)' : findings.map(judgedFinding).join('\n\n');
}

/** Lines after a field's first are indented, so that quoted text can pass for no other finding and no other list. */
function judgedFinding(finding: JudgedFinding): string {
  const indented = (text: string) => text.split(/\r\n|[\r\n]/).join('\n    ');
  return [
    finding.id,
    `  Lens: ${indented(finding.lens)}`,
    `  Severity: ${finding.severity}`,
    `  AC reference: ${indented(finding.acReference)}`,
    `  Issue: ${indented(finding.issue)}`,
    `  Evidence: ${indented(finding.evidence)}`,
  ].join('\n');
}

function pathList(paths: readonly string[]): string {
  return paths.map((path) => `${path}\n`).join('');
}

function part(text: string, cached = false): PromptPart {
  return { text, cached };
}

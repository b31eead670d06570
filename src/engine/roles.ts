import criticFrame from '../../prompts/critic.md';
import implementorFrame from '../../prompts/implementor.md';
import implementorDiscipline from '../../prompts/implementor-discipline.md';
import judgePairing from '../../prompts/judge-pairing.md';
import judgeRepeat from '../../prompts/judge-repeat.md';
import lenientText from '../../prompts/lenient.md';
import coherence from '../../prompts/lenses/coherence.md';
import destruction from '../../prompts/lenses/destruction.md';
import experience from '../../prompts/lenses/experience.md';
import security from '../../prompts/lenses/security.md';
import strictText from '../../prompts/strict.md';
import { BriefError } from './brief';
import type { RunOptions } from './build-verify/events';
import { sha256 } from './hash';
import { parseLens, type Lens } from './lens';
import { criticPrompt, implementorPrompt, repeatJudgePrompt } from './prompt';

export type { Lens } from './lens';

type Strictness = RunOptions['strictness'];

const strictnessTexts: Readonly<Record<Strictness, string | null>> = {
  normal: null,
  strict: strictText,
  lenient: lenientText,
};

/** The lenses that ship, the default one first (build-verify.md, "Lenses"). */
export const builtInLenses: readonly Lens[] = [destruction, coherence, experience, security].map(
  (text) => {
    const parsed = parseLens(text);
    if ('problems' in parsed) throw new Error(`A lens of the program is broken: ${text}`);
    return parsed.lens;
  },
);

/** Twelve hexadecimal digits that change whenever a role prompt, or the form of what is sent with it, changes. */
export const promptVersion: string = sha256(
  [
    ...[implementorFrame, implementorDiscipline, criticFrame, strictText, lenientText],
    ...[destruction, coherence, experience, security, judgeRepeat, judgePairing],
    ...[implementorPrompt('', [''], ''), criticPrompt('', ['']), repeatJudgePrompt([], [])].map(
      (parts) => parts.map((part) => part.text).join(''),
    ),
  ].join('\0'),
).slice(0, 12);

/**
 * Role prompt of the Implementor. A perspective replaces the discipline paragraph and nothing else (build-verify.md, "Design step").
 * How strict the Critics are is not told: it is to aim at the criteria, whoever audits them.
 */
export function implementorSystem(options: {
  readonly strictness: Strictness;
  readonly perspective: string | null;
}): string {
  const perspective = options.perspective?.trim() ?? '';
  return fill(implementorFrame, {
    discipline: perspective === '' ? implementorDiscipline.trim() : perspective,
  });
}

/**
 * Role prompt of a Critic: the shared frame with the lens's discipline and look-for list, and at the end the sentence of the strict
 * or lenient mode (build-verify.md, "Lenses").
 */
export function criticSystem(lens: Lens, strictness: Strictness): string {
  const frame = fill(criticFrame, {
    discipline: lens.discipline,
    lookFor: lens.lookFor.map((pattern) => `- ${pattern}`).join('\n'),
  });
  const appended = strictnessTexts[strictness];
  return appended === null ? frame : `${frame}\n\n${appended.trim()}`;
}

/** Role prompt of the judge that says whether two lists of findings substantially repeat (build-verify.md, "Exits"). */
export const repeatJudgeSystem: string = judgeRepeat.trim();

/** Role prompt of the judge that pairs HIGH findings with those of the phase before (rulings 17). */
export const pairingJudgeSystem: string = judgePairing.trim();

/**
 * Labels of a run's Critics, in the order given: a lens that is used more than once is numbered, `Security 1`, `Security 2`
 * (rulings 26), and a number that would make two labels equal is passed over.
 * @throws BriefError when there is no Critic, or a name is empty or holds `]`, a line end or a control character.
 */
export function numberLenses(names: readonly string[]): string[] {
  if (names.length === 0) throw new BriefError('A run needs at least one Critic.');
  for (const name of names) {
    if (name.trim() === '' || /[\]\p{Cc}\u2028\u2029]/u.test(name))
      throw new BriefError(
        `The lens name ${JSON.stringify(name)} is empty or holds "]", a line end or a control character. Rename the lens.`,
      );
  }
  const taken = new Set(names.filter((name) => isOnce(names, name)).map(folded));
  const counts = new Map<string, number>();
  return names.map((name) => {
    if (isOnce(names, name)) return name;
    for (;;) {
      const count = (counts.get(folded(name)) ?? 0) + 1;
      counts.set(folded(name), count);
      const label = `${name} ${count}`;
      if (taken.has(folded(label))) continue;
      taken.add(folded(label));
      return label;
    }
  });
}

function isOnce(names: readonly string[], name: string): boolean {
  return names.filter((other) => folded(other) === folded(name)).length === 1;
}

/** Answers are matched to a lens whatever their letter case, so labels that differ in it alone are one. */
function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Puts each text at its `{{mark}}`; a mark inside a filled-in text stays as it is. */
function fill(frame: string, texts: Readonly<Record<string, string>>): string {
  return frame.trim().replace(/\{\{(\w+)\}\}/g, (mark, name: string) => texts[name] ?? mark);
}

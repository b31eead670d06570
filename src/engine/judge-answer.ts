/** What the equivalence judge said; anything but a plain word is `unsure`, which counts as no (build-verify.md, "Exits"). */
export type RepeatAnswer = 'yes' | 'no' | 'unsure';

/** Pairs of [finding now, finding before], of those that were there before; the other ones are new. Rulings 17. */
export type PairingAnswer =
  | {
      readonly kind: 'known';
      readonly pairs: readonly (readonly [now: string, before: string])[];
    }
  | { readonly kind: 'unknown' };

/**
 * Reads the word on the first line. Letter case, emphasis, a fence and a full stop do not matter; more words on that line, or another
 * of the three words on a line of its own below, do: then the judge has not answered.
 */
export function parseRepeatAnswer(reply: string): RepeatAnswer {
  const lines = plainLines(reply);
  const words = lines.map(answerWord);
  const first = words[0] ?? null;
  if (first === null || words.some((word) => word !== null && word !== first)) return 'unsure';
  return first;
}

/**
 * Reads the lines `N1 = B2` and `N1 = NEW`. Other lines are passed over unless they begin with an id of either list.
 * @param before ids of the list before.
 * @param now ids that were to be answered: the HIGH ones of the list now.
 * @returns `unknown` unless each of `now` is answered exactly once, with a known id or NEW, and nothing else is.
 */
export function parsePairingAnswer(
  reply: string,
  before: readonly string[],
  now: readonly string[],
): PairingAnswer {
  const answers = new Map<string, string | null>();
  for (const line of plainLines(reply)) {
    const match = /^(N\d+)\s*(?:=|:|->|→)\s*(B\d+|NEW)\.?$/i.exec(line);
    if (!match) {
      if (/^[NB]\d+(?![\p{L}\p{N}])/iu.test(line)) return { kind: 'unknown' };
      continue;
    }
    const [id, other] = [(match[1] ?? '').toUpperCase(), (match[2] ?? '').toUpperCase()];
    const known = now.includes(id) && (other === 'NEW' || before.includes(other));
    if (!known || answers.has(id)) return { kind: 'unknown' };
    answers.set(id, other === 'NEW' ? null : other);
  }
  if (answers.size !== new Set(now).size) return { kind: 'unknown' };
  return {
    kind: 'known',
    pairs: [...answers].flatMap(([id, other]) => (other === null ? [] : [[id, other] as const])),
  };
}

function answerWord(line: string): RepeatAnswer | null {
  const word = /^(YES|NO|UNSURE)\.?$/i.exec(line)?.[1]?.toLowerCase();
  return word === 'yes' || word === 'no' || word === 'unsure' ? word : null;
}

/** The non-empty lines without a leading thought, zero-width characters, fences, bullets, quoting and emphasis. */
function plainLines(reply: string): string[] {
  return reply
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/^\s*<think>[^]*?<\/think>/i, '')
    .split(/\r\n|[\r\n]/)
    .map((line) =>
      line
        .replace(/[*_`~]/g, '')
        .replace(/^[\s>•-]+/, '')
        .trim(),
    )
    .filter((line) => line !== '');
}

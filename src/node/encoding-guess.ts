/*
 * A name for bytes that are not UTF-8. It is only said, never used to decode: a wrong guess costs a word in a message.
 */

const candidates = ['shift_jis', 'euc-jp', 'euc-kr', 'big5', 'gb18030'] as const;

const shown: Readonly<Record<(typeof candidates)[number], string>> = {
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  big5: 'Big5',
  gb18030: 'GB 18030',
};

/** What these bytes look like: `looks like Windows-1252`, `a character is cut at the end`. */
export function guessEncoding(buffer: Buffer): string {
  if (isCutAtEnd(buffer)) return 'a character is cut at the end of the file';
  if (hasEncodedSurrogate(buffer)) return 'surrogates written as UTF-8 (CESU-8)';
  const sample = buffer.subarray(0, 65536);
  // Western text has single high bytes between ASCII letters; the double-byte encodings have runs.
  const scored = isolatedShare(sample) > 0.5 ? [] : scores(sample);
  const best = scored[0];
  if (best !== undefined && best.score >= 0.8) return `looks like ${shown[best.label]}`;
  const undefinedBytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
  return undefinedBytes.some((byte) => buffer.includes(byte))
    ? 'looks like ISO 8859-1 or another single-byte encoding'
    : 'looks like Windows-1252';
}

function scores(
  sample: Buffer,
): { readonly label: (typeof candidates)[number]; readonly score: number }[] {
  return candidates
    .map((label) => ({ label, score: score(sample, label) }))
    .filter(({ score: value }) => value > 0)
    .sort((a, b) => b.score - a.score);
}

/** Share of the characters beyond ASCII that are usual in a text of this encoding; 0 when it does not decode. */
function score(sample: Buffer, label: (typeof candidates)[number]): number {
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(sample);
  } catch {
    return 0;
  }
  const high = Array.from(text).filter((sign) => sign > '\x7f');
  if (high.length === 0) return 0;
  const script = {
    shift_jis: /[\u3000-\u30ff\u4e00-\u9fff]/u,
    'euc-jp': /[\u3000-\u30ff\u4e00-\u9fff]/u,
    'euc-kr': /[\u3000-\u303f\uac00-\ud7a3]/u,
    big5: /[\u3000-\u303f\uff00-\uff60\u4e00-\u9fff]/u,
    gb18030: /[\u3000-\u303f\uff00-\uff60\u4e00-\u9fff]/u,
  }[label];
  const usual = high.filter((sign) => script.test(sign)).length / high.length;
  // Kana are the mark of Japanese; without any, the Chinese encodings come first.
  const kana = high.filter((sign) => /[\u3040-\u30ff]/u.test(sign)).length / high.length;
  const japanese = label === 'shift_jis' || label === 'euc-jp';
  return usual + (japanese ? kana : kana > 0 ? -0.3 : 0.05);
}

/** Share of high bytes that have no high byte beside them. */
function isolatedShare(sample: Buffer): number {
  let high = 0;
  let alone = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    high += 1;
    if ((sample[index - 1] ?? 0) < 0x80 && (sample[index + 1] ?? 0) < 0x80) alone += 1;
  }
  return high === 0 ? 0 : alone / high;
}

/** True when all is UTF-8 but a sequence that lacks its last bytes at the end. */
function isCutAtEnd(buffer: Buffer): boolean {
  for (let back = 1; back <= Math.min(3, buffer.length); back += 1) {
    const lead = buffer[buffer.length - back] ?? 0;
    if ((lead & 0xc0) === 0x80) continue;
    const needed = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (lead >= 0xf5 || needed <= back) return false;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, -back));
      return true;
    } catch {
      return false;
    }
  }
  return false;
}

function hasEncodedSurrogate(buffer: Buffer): boolean {
  for (let at = buffer.indexOf(0xed); at !== -1; at = buffer.indexOf(0xed, at + 1)) {
    const second = buffer[at + 1] ?? 0;
    const third = buffer[at + 2] ?? 0;
    if (second >= 0xa0 && second <= 0xbf && third >= 0x80 && third <= 0xbf) return true;
  }
  return false;
}

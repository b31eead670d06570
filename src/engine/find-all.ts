/** Longer needles are found by a search whose time does not depend on what text and needle look like. */
const longestForIndexOf = 256;

/** Offsets of the first `limit` places where `needle` stands in `text`, ascending; overlapping ones count once. */
export function findAll(text: string, needle: string, limit: number): number[] {
  if (needle === '' || needle.length > text.length) return [];
  if (needle.length > longestForIndexOf) return findLong(text, needle, limit);
  const hits: number[] = [];
  let at = text.indexOf(needle);
  while (at >= 0 && hits.length < limit) {
    hits.push(at);
    at = text.indexOf(needle, at + needle.length);
  }
  return hits;
}

/** Knuth, Morris and Pratt: linear in text and needle. */
function findLong(text: string, needle: string, limit: number): number[] {
  const borders = new Uint32Array(needle.length);
  let border = 0;
  for (let at = 1; at < needle.length; at += 1) {
    while (border > 0 && needle.charCodeAt(at) !== needle.charCodeAt(border)) {
      border = borders[border - 1] ?? 0;
    }
    if (needle.charCodeAt(at) === needle.charCodeAt(border)) border += 1;
    borders[at] = border;
  }
  const hits: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && hits.length < limit; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== needle.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (code === needle.charCodeAt(matched)) matched += 1;
    if (matched === needle.length) {
      hits.push(at + 1 - needle.length);
      matched = 0;
    }
  }
  return hits;
}

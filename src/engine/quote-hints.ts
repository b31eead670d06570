import { mostPlaces, type IndexedFile, type Place } from './quote-index';

/**
 * Puts the place that the evidence points at first: in a file it names, nearest a line or section it states, else the first one
 * (rulings 25). The others follow in their order. What the quotation itself says is no hint.
 */
export function nearestFirst(
  places: readonly Place[],
  evidence: string,
  quote: string,
  files: readonly IndexedFile[],
): Place[] {
  if (places.length < 2) return [...places];
  const hints = withoutQuote(evidence, quote);
  const lines = statedLines(hints);
  const named = files.filter(({ path }) => namesPath(hints, path)).map(({ path }) => path);
  const candidates = named.length > 0 ? places.filter(({ path }) => named.includes(path)) : places;
  const pool = candidates.length > 0 ? candidates : places;
  let anchor = pool[0];
  let nearest = Infinity;
  const sections = lines.length === 0 ? sectionLines(hints, files) : [];
  for (const place of pool) {
    const stated =
      lines.length > 0 ? lines : (sections.find(({ path }) => path === place.path)?.lines ?? []);
    for (const line of stated) {
      const far = place.from > line ? place.from - line : Math.max(0, line - place.to);
      // A section's text stands behind its heading.
      const distance = lines.length === 0 && place.from < line ? far + 1e9 : far;
      if (distance < nearest) {
        nearest = distance;
        anchor = place;
      }
    }
  }
  if (!anchor) return [...places];
  return [anchor, ...places.filter((place) => place !== anchor)].slice(0, mostPlaces);
}

/** The evidence around the quotation, bounded. */
function withoutQuote(evidence: string, quote: string): string {
  const at = evidence.indexOf(quote);
  if (at < 0) return evidence.slice(0, 2000);
  const before = evidence.slice(Math.max(0, at - 2000), at);
  const behind = evidence.slice(at + quote.length, at + quote.length + 2000);
  return `${before} ${behind}`;
}

const linePatterns = [
  /(?<![\p{L}\p{N}])(?:lines?|ln|l\.|zeilen?|lignes?)\s{0,3}#?(\d{1,7})/giu,
  /(?<![\p{L}\p{N}])L(\d{1,7})(?![\p{L}\p{N}])/gu,
  /\.\w{1,10}:(\d{1,7})/g,
  /(\d{1,7})\s{0,2}(?:\ubc88\uc9f8\s{0,2})?(?:\uc904|\ud589|\u884c)/g,
];

/** Lines that a text states, in several languages' ways of saying it. */
function statedLines(text: string): number[] {
  return linePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, 20).map((match) => Number(match[1])),
  );
}

function namesPath(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return text.includes(path) || (name.length > 2 && text.includes(name));
}

/** Heading lines of the sections that a text names, by number or by title. */
function sectionLines(
  text: string,
  files: readonly IndexedFile[],
): { path: string; lines: number[] }[] {
  const number = /(?:sections?|chapters?|\u00a7|\u7b2c)\s{0,3}(\d{1,3}(?:\.\d{1,3}){0,5})/i.exec(
    text,
  )?.[1];
  const title =
    /(?:sections?|headings?|chapters?|\u00a7)\s{0,3}["'`\u201c\u2018\u300c]([^"'`\u201d\u2019\u300d]{2,100})/i.exec(
      text,
    )?.[1];
  if (number === undefined && title === undefined) return [];
  return files.map(({ path, index }) => {
    const isHeading = (line: string): boolean => {
      const heading = /^\s{0,3}(#{1,6}\s+)?(.{0,200})/.exec(line);
      const rest = heading?.[2]?.trim() ?? '';
      if (title !== undefined) return heading?.[1] !== undefined && rest.includes(title);
      const own = /^(?:sections?|chapters?|\u00a7)?\s{0,3}(\d{1,3}(?:\.\d{1,3}){0,5})[.):\s]/i.exec(
        `${rest} `,
      );
      return own?.[1] === number && (heading?.[1] !== undefined || rest.length < 80);
    };
    const line = index.findLine(isHeading);
    return { path, lines: line === null ? [] : [line] };
  });
}

import type { EvidenceCheck } from './build-verify/events';
import type { Finding } from './finding';
import {
  bareLine,
  plainLine,
  QuoteIndex,
  type Form,
  type IndexedFile,
  type LineRange,
  type Place,
} from './quote-index';
import { nearestFirst } from './quote-hints';
import { quotesIn } from './quote-marks';
import { replyLines } from './reply-lines';

export { quotesIn } from './quote-marks';

/** An artifact file as a Critic read it. */
export interface ArtifactText {
  readonly path: string;
  readonly text: string;
}

/**
 * The host's check of one Critic's evidence (build-verify.md, "Critic reply"; rulings 12, 25): looks for each finding's quoted text in the
 * artifact's files. Lines and sections that the evidence names only choose between several places. At most 500 places are listed.
 * `changedBy` is null here. Nothing of this is ever written into a prompt.
 */
export function checkEvidence(
  lens: string,
  findings: readonly Finding[],
  files: readonly ArtifactText[],
): EvidenceCheck[] {
  const indexed = files.map(({ path, text }) => ({ path, index: new QuoteIndex(text) }));
  return findings.map((finding, index) => ({
    lens,
    index,
    ...check(finding.evidence, indexed),
    changedBy: null,
  }));
}

type Found = Pick<EvidenceCheck, 'result' | 'quote' | 'places' | 'wholeLine'>;

/** Never more quotations of one finding than this are looked for. */
const mostTries = 12;

function check(evidence: string, files: readonly IndexedFile[]): Found {
  const quotes = quotesIn(evidence).filter((quote) => !namesFile(quote, files));
  const unmarked = unmarkedTexts(evidence, quotes.length > 0);
  const whole = unmarked.slice(0, 1);
  const tries = quotes.length > 0 ? [...whole, ...quotes] : unmarked;
  for (const [index, quote] of tries.slice(0, mostTries).entries()) {
    const isUnmarked = quotes.length === 0 || index < whole.length;
    const places = isUnmarked ? findUnmarked(quote, files) : find(quote, files);
    if (places.length === 0) continue;
    const wholeLine = places.some((place) => isWholeLine(quote, place, files));
    const ordered = nearestFirst(places, evidence, quote, files);
    return { result: 'located', quote, places: ordered, wholeLine };
  }
  const [first] = quotes;
  if (first === undefined) return { result: 'no-quote', quote: '', places: [], wholeLine: false };
  return { result: 'quote-not-found', quote: first, places: [], wholeLine: false };
}

/** A code span or quotation that is only the name of an artifact file, perhaps with a line. */
function namesFile(quote: string, files: readonly IndexedFile[]): boolean {
  const name = quote.replace(/:\d{1,9}(?:-\d{1,9})?$/, '').replace(/^\.\//, '');
  return files.some(({ path }) => path === name || path.endsWith(`/${name}`));
}

/**
 * Texts of evidence that may be a quotation without marks: all of it, then its lines, each also without a reference before a colon. With
 * quotations in it only the whole is tried, and only when it does not begin with a mark.
 */
function unmarkedTexts(evidence: string, hasQuotes: boolean): string[] {
  const whole = evidence.trim();
  if (whole.length > 200_000) return [];
  if (whole === '' || isReference(whole)) return [];
  if (hasQuotes) return /^["'`>~\u00ab\u2018-\u201f\u3008-\u300f]/.test(whole) ? [] : [whole];
  const texts = [whole];
  for (const { raw } of replyLines(whole)) {
    const line = raw.trim();
    if (texts.length > 2 * mostTries) break;
    if (line === '' || isReference(line)) continue;
    if (line !== whole) texts.push(line);
    const reference = /^[^:]{1,80}: +/.exec(line);
    if (reference) texts.push(line.slice(reference[0].length));
  }
  return texts;
}

const referenceWord =
  /^(?:see|in|at|on|the|of|and|to|table|lines?|l|ln|sections?|chapters?|paragraphs?|rows?|steps?|whole|entire|file|document|artifact|general|none|n\/a|na|absent|missing|\W{0,3}|\W{0,2}L?\d[\d.\u2013-]{0,15}|[\w.-]{1,60}\/[\w./-]{1,60}|[\w-]{1,60}\.[a-z]\w{0,5})[.:]?$/i;

/** `line 12`, `section 3, table`, `none`: names a place and quotes nothing. */
function isReference(text: string): boolean {
  return (
    text.length <= 80 && text.split(/[\s,;()\u00a7#]+/).every((word) => referenceWord.test(word))
  );
}

/** Text without quotation marks is a quotation only when it cannot stand there by chance: long enough, or a whole line. */
function findUnmarked(text: string, files: readonly IndexedFile[]): Place[] {
  const places = inFiles(files, (index) => index.exact(text));
  const found = places.length > 0 ? places : inFiles(files, (index) => index.folded(text, 'plain'));
  if (plainLine(text).length >= 12) return found;
  return found.filter((place) => isWholeLine(text, place, files));
}

/** Places of a quotation: to the letter, else folded, else without Markdown marks, else in parts around ellipses. */
function find(quote: string, files: readonly IndexedFile[]): Place[] {
  const exact = inFiles(files, (index) => index.exact(quote));
  if (exact.length > 0) return exact;
  const forms: Form[] = ['plain', 'bare'];
  for (const text of readings(quote)) {
    for (const form of forms) {
      const places = inFiles(files, (index) => index.folded(text, form));
      if (places.length > 0) return places;
    }
  }
  for (const parts of partings(quote)) {
    for (const form of forms) {
      const places = inFiles(files, (index) => index.parts(parts, form));
      if (places.length > 0) return places;
    }
  }
  return [];
}

/** The quotation, and it without what a Critic adds: marks around it, line numbers before its lines, punctuation behind it. */
function readings(quote: string): string[] {
  const unwrapped = quote
    .replace(/^["'`*_\u201c\u201e]{1,3}/, '')
    .replace(/["'`*_\u201c\u201d]{1,3}$/, '');
  const unnumbered = quote.replace(/^[ \t]*L?\d{1,7}[ \t]*[:|\t\u2192][ \t]?/gm, '');
  const unended = unwrapped.replace(/[.,;:!?]$/, '');
  return [...new Set([quote, unwrapped, unnumbered, unended])].filter((text) => text.trim() !== '');
}

/** Ways to take a quotation apart: at its ellipses, and (a block that leaves lines out) at its line ends. */
function partings(quote: string): string[][] {
  const result: string[][] = [];
  const parts = quote.split(/[[(]?(?:\u2026|\.{3,})[\])]?/).filter((part) => part.trim() !== '');
  if (parts.length > 0 && parts.length <= 20 && parts[0] !== quote) result.push(parts);
  const lines = quote.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length > 1 && lines.length <= 100) {
    const named = lines.filter((line) => !/^\W*(?:\u2026|\.{3})\W*$/.test(line));
    result.push(named);
  }
  return result;
}

function inFiles(
  files: readonly IndexedFile[],
  search: (index: QuoteIndex) => LineRange[],
): Place[] {
  return files.flatMap(({ path, index }) => search(index).map((range) => ({ path, ...range })));
}

function isWholeLine(quote: string, place: Place, files: readonly IndexedFile[]): boolean {
  if (place.from !== place.to || quote.length > 10_000) return false;
  const line = files.find(({ path }) => path === place.path)?.index.line(place.from) ?? '';
  return plainLine(line) === plainLine(quote) || bareLine(line) === bareLine(quote);
}

import { hasLoneSurrogate } from '../util/well-formed';
import { guessEncoding } from './encoding-guess';

/*
 * Bytes to text and back without a loss. What is decoded here encodes to the same bytes; everything else is refused by its name
 * before a run starts (field notes, row 2; rulings 29).
 */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How a file's text is written as bytes. */
export interface TextForm {
  readonly encoding: Encoding;
  /** Byte order marks at the start, kept as they are and never part of the text; more than one happens. */
  readonly marks: number;
}

export interface DecodedText extends TextForm {
  /** Without the marks, line ends as they are. */
  readonly text: string;
}

export interface Undecodable {
  readonly problem: 'binary' | 'encoding';
  /** What it is, by name. */
  readonly detail: string;
}

/** The form of a file that does not exist yet. */
export const newFileForm: TextForm = { encoding: 'utf-8', marks: 0 };

const mark = '\ufeff';

const magics: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG picture', [0xff, 0xd8, 0xff]],
  ['GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip archive', [0x1f, 0x8b]],
  ['bzip2 archive', [0x42, 0x5a, 0x68, 0x39]],
  ['xz archive', [0xfd, 0x37, 0x7a, 0x58]],
  ['zstd archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['program', [0x7f, 0x45, 0x4c, 0x46]],
  ['class file', [0xca, 0xfe, 0xba, 0xbe]],
];

/** Decodes a whole file, or says by name why it cannot be kept. Never guesses an encoding that could lose a byte. */
export function decodeBytes(bytes: Uint8Array): DecodedText | Undecodable {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (starts(buffer, [0xff, 0xfe, 0, 0]) || starts(buffer, [0, 0, 0xfe, 0xff])) {
    return { problem: 'encoding', detail: 'it is UTF-32, not UTF-8' };
  }
  if (starts(buffer, [0xff, 0xfe])) return decodeUtf16(buffer, 'utf-16le');
  if (starts(buffer, [0xfe, 0xff])) return decodeUtf16(buffer, 'utf-16be');
  const magic = magics.find(([, signature]) => starts(buffer, signature));
  if (magic !== undefined) return { problem: 'binary', detail: magic[0] };
  if (buffer.includes(0)) return decodeWithZeros(buffer);
  try {
    return split(
      'utf-8',
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer),
    );
  } catch {
    return { problem: 'encoding', detail: `it is not UTF-8 (${guessEncoding(buffer)})` };
  }
}

/**
 * Encodes text in a given form.
 * @throws RangeError for a text that this form cannot hold: a lone surrogate, or a zero character (the file would be binary)
 */
export function encodeText(text: string, form: TextForm): Uint8Array {
  if (hasLoneSurrogate(text)) {
    throw new RangeError('the text holds half of a surrogate pair, which no file can hold');
  }
  if (text.includes('\0')) {
    throw new RangeError('the text holds a zero character, which would make the file binary');
  }
  const whole = mark.repeat(form.marks) + text;
  switch (form.encoding) {
    case 'utf-8':
      return Buffer.from(whole, 'utf8');
    case 'utf-16le':
      return Buffer.from(whole, 'utf16le');
    case 'utf-16be':
      return Buffer.from(whole, 'utf16le').swap16();
  }
}

function split(encoding: Encoding, whole: string): DecodedText {
  let marks = 0;
  while (whole[marks] === mark) marks += 1;
  return { encoding, marks, text: whole.slice(marks) };
}

function decodeUtf16(buffer: Buffer, encoding: 'utf-16le' | 'utf-16be'): DecodedText | Undecodable {
  const name = encoding === 'utf-16le' ? 'UTF-16 LE' : 'UTF-16 BE';
  if (buffer.length % 2 !== 0) {
    return { problem: 'encoding', detail: `it is ${name} cut in the middle of a character` };
  }
  const ordered = encoding === 'utf-16le' ? buffer : Buffer.from(buffer).swap16();
  const text = ordered.toString('utf16le');
  if (hasLoneSurrogate(text)) {
    return { problem: 'encoding', detail: `it is ${name} with half of a surrogate pair in it` };
  }
  if (text.includes('\0')) return { problem: 'binary', detail: 'zero characters in UTF-16' };
  return split(encoding, text);
}

/** Zero bytes: UTF-16 without a mark where that is beyond doubt, else binary. */
function decodeWithZeros(buffer: Buffer): DecodedText | Undecodable {
  const zeros: [number, number] = [0, 0];
  for (const [index, byte] of buffer.entries()) if (byte === 0) zeros[index % 2 ? 1 : 0] += 1;
  const units = buffer.length / 2;
  const encoding = zeros[0] === 0 ? 'utf-16le' : zeros[1] === 0 ? 'utf-16be' : null;
  const binary: Undecodable = { problem: 'binary', detail: 'it holds zero bytes' };
  if (encoding === null || zeros[0] + zeros[1] < Math.max(2, units * 0.3)) return binary;
  const decoded = decodeUtf16(buffer, encoding);
  if ('problem' in decoded) return binary;
  // Numbers of two bytes look like this too; they give controls and unassigned characters.
  return /(?![\t\n\f\r\x1b])\p{Cc}|\p{Cn}|\p{Co}/u.test(decoded.text) ? binary : decoded;
}

function starts(buffer: Buffer, signature: readonly number[]): boolean {
  return (
    buffer.length >= signature.length && signature.every((byte, index) => buffer[index] === byte)
  );
}

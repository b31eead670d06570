import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeBytes, encodeText, type TextForm } from '../../src/node/encoding';

function bytes(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))),
  );
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

const bom = [0xef, 0xbb, 0xbf];

describe('encodings that are kept', () => {
  const kept: readonly (readonly [name: string, content: Buffer, text: string, form: TextForm])[] =
    [
      ['an empty file', bytes(), '', { encoding: 'utf-8', marks: 0 }],
      ['a mark alone', bytes(bom), '', { encoding: 'utf-8', marks: 1 }],
      ['UTF-8', bytes('ä → 한 😀\r\n'), 'ä → 한 😀\r\n', { encoding: 'utf-8', marks: 0 }],
      ['UTF-8 with a mark', bytes(bom, 'a\n'), 'a\n', { encoding: 'utf-8', marks: 1 }],
      ['two marks', bytes(bom, bom, 'a'), 'a', { encoding: 'utf-8', marks: 2 }],
      ['a mark in the middle', bytes('a', bom, 'b'), 'a\ufeffb', { encoding: 'utf-8', marks: 0 }],
      ['control characters', bytes('\x1b$B\x1a'), '\x1b$B\x1a', { encoding: 'utf-8', marks: 0 }],
      ['both forms of é', bytes('é e\u0301'), 'é e\u0301', { encoding: 'utf-8', marks: 0 }],
      [
        'UTF-16 LE with a mark',
        bytes([0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x00, 0xde]),
        'a😀',
        { encoding: 'utf-16le', marks: 1 },
      ],
      ['UTF-16 BE with a mark', utf16be('\ufeffplan'), 'plan', { encoding: 'utf-16be', marks: 1 }],
      [
        'UTF-16 LE without a mark',
        Buffer.from('# plan\r\n', 'utf16le'),
        '# plan\r\n',
        { encoding: 'utf-16le', marks: 0 },
      ],
      [
        'UTF-16 BE without a mark',
        utf16be('# plan\r\n'),
        '# plan\r\n',
        { encoding: 'utf-16be', marks: 0 },
      ],
    ];
  for (const [name, content, text, form] of kept) {
    it(`keeps ${name}`, () => {
      assert.deepEqual(decodeBytes(content), { ...form, text });
      assert.deepEqual(Buffer.from(encodeText(text, form)), content);
    });
  }

  it('gives the same bytes back for whatever it decodes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (content) => {
        const decoded = decodeBytes(content);
        if ('problem' in decoded) return;
        assert.deepEqual(Buffer.from(encodeText(decoded.text, decoded)), Buffer.from(content));
      }),
    );
  });

  it('holds every text that is one, in every form', () => {
    const forms = fc.record({
      encoding: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
      marks: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), forms, (any, form) => {
        const text = any.replace(/^\ufeff+|\0/g, '');
        assert.deepEqual(decodeBytes(encodeText(text, form)), { ...form, text });
      }),
    );
  });
});

describe('encodings that are refused by name', () => {
  const refused: readonly (readonly [content: Buffer, problem: string, detail: RegExp])[] = [
    [bytes([0x89], 'PNG\r\n\x1a\n'), 'binary', /PNG/],
    [bytes('%PDF-1.7\n'), 'binary', /PDF/],
    [bytes('text\0text'), 'binary', /zero/],
    [bytes([1, 0, 2, 0, 3, 0, 4, 0]), 'binary', /zero/],
    [bytes([0xff, 0xfe, 0x61, 0, 0, 0]), 'binary', /zero/],
    [bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'encoding', /UTF-32/],
    [bytes([0xff, 0xfe, 0x61, 0, 0x62]), 'encoding', /UTF-16 LE cut/],
    [bytes([0xff, 0xfe, 0x3d, 0xd8, 0x61, 0]), 'encoding', /UTF-16 LE with half/],
    [bytes('caf', [0xe9], ' ', [0x93], 'x', [0x94]), 'encoding', /not UTF-8 .*Windows-1252/],
    [bytes('a', [0x90], 'b', [0xe9]), 'encoding', /not UTF-8 .*8859-1/],
    [
      bytes([0x95, 0x5c, 0x82, 0xb7, 0x82, 0xe9, 0x83, 0x5c, 0x82, 0xcc]),
      'encoding',
      /not UTF-8 .*Shift JIS/,
    ],
    [bytes([0xc7, 0xd1, 0xb1, 0xdb, 0xb9, 0xae, 0xbc, 0xad]), 'encoding', /not UTF-8 .*EUC-KR/],
    [bytes('plan 한글').subarray(0, -1), 'encoding', /not UTF-8 .*cut at the end/],
    [bytes('a', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]), 'encoding', /not UTF-8 .*surrogates/],
    [bytes('a', [0xc0, 0x80], 'b'), 'encoding', /not UTF-8/],
  ];
  for (const [content, problem, detail] of refused) {
    it(`says ${detail.source}`, () => {
      const decoded = decodeBytes(content);
      assert.ok('problem' in decoded);
      assert.equal(decoded.problem, problem);
      assert.match(decoded.detail, detail);
    });
  }

  it('refuses a text that no file can hold', () => {
    const form: TextForm = { encoding: 'utf-8', marks: 0 };
    assert.throws(() => encodeText('a\ud83d', form), RangeError);
    assert.throws(() => encodeText('a\0', form), RangeError);
  });
});

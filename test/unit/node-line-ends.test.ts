import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignLines } from '../../src/node/line-align';
import { restoreLineEnds, toPlainLines } from '../../src/node/line-ends';

describe('line ends', () => {
  const cases: readonly (readonly [name: string, before: string, after: string, out: string])[] = [
    ['LF stays LF', 'a\nb\n', 'a\nB\n', 'a\nB\n'],
    ['CRLF stays CRLF, for new lines too', 'a\r\nb\r\n', 'a\nx\ny\nb\n', 'a\r\nx\r\ny\r\nb\r\n'],
    ['lone CR stays', 'a\rb\r', 'a\nB\n', 'a\rB\r'],
    ['CRLF from the model is not doubled', 'a\r\nb\r\n', 'a\r\nB\r\n', 'a\r\nB\r\n'],
    ['CRLF from the model becomes LF', 'a\nb\n', 'a\r\nB\r\n', 'a\nB\n'],
    ['no end at the end stays so', 'a\r\nb', 'A\nb', 'A\r\nb'],
    ['an end at the end is the text’s to take away', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
    ['an end at the end is the text’s to add', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
    ['a file without an end', 'a', 'a\nb\n', 'a\nb\n'],
    ['a file that was empty', '', 'a\r\nb\n', 'a\r\nb\n'],
    ['emptied', 'a\r\nb\n', '', ''],
    ['mixed: what stays keeps its own', 'a\r\nb\nc\r\nd\n', 'a\nb\nC\nd\n', 'a\r\nb\nC\r\nd\n'],
    ['mixed: more lines for one', 'a\r\nb\nc\r\n', 'a\nx\ny\nc\n', 'a\r\nx\ny\nc\r\n'],
    ['mixed: an insertion follows the line above', 'a\r\nb\n', 'a\nx\nb\n', 'a\r\nx\r\nb\n'],
    ['mixed: an insertion at the start', 'a\nb\r\n', 'x\na\nb\n', 'x\na\nb\r\n'],
    ['mixed: lines taken away', 'a\r\nb\nc\rd\n', 'a\nd\n', 'a\r\nd\n'],
    ['mixed: the last line gets a follower', 'a\r\nb\nc', 'a\nb\nc\nd', 'a\r\nb\nc\nd'],
    ['doubled CR', 'a\r\r\nb\nc\rd\n', 'a\n\nb\nC\nd\n', 'a\r\r\nb\nC\rd\n'],
    ['trailing blanks and Ctrl-Z', 'a  \r\nb\n\x1a', 'a  \nB\n\x1a', 'a  \r\nB\n\x1a'],
  ];
  for (const [name, before, after, out] of cases) {
    it(name, () => {
      assert.equal(restoreLineEnds(before, after), out);
    });
  }

  const line = fc.constantFrom('a', 'b', 'c', '', 'long line');
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const text = fc
    .array(fc.tuple(line, end))
    .chain((lines) => line.map((last) => lines.flat().join('') + last));

  it('gives an untouched text back exactly', () => {
    fc.assert(
      fc.property(text, (before) => {
        assert.equal(restoreLineEnds(before, toPlainLines(before)), before);
      }),
    );
  });

  it('changes nothing of a text but its line ends', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(toPlainLines(restoreLineEnds(before, after)), toPlainLines(after));
      }),
    );
  });

  it('leaves every byte outside one replaced line as it was', () => {
    fc.assert(
      fc.property(text, text, end, (head, tail, own) => {
        // A part that ends in CR would run into a line that is only LF.
        const start = head.endsWith('\r') || head === '' ? `${head}x` : head;
        const before = `${start}\nOLD${own}${tail.startsWith('\n') ? 'y' : ''}${tail}`;
        const after = restoreLineEnds(before, toPlainLines(before).replace('OLD', 'NEW'));
        assert.equal(after, before.replace('OLD', 'NEW'));
      }),
    );
  });

  it('pairs equal lines in rising order', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        let last: readonly [number, number] = [-1, -1];
        for (const pair of alignLines(before, after)) {
          assert.equal(before[pair[0]], after[pair[1]]);
          assert.ok(pair[0] > last[0] && pair[1] > last[1]);
          last = pair;
        }
      }),
    );
  });
});

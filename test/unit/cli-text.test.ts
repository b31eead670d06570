import assert from 'node:assert/strict';
import { cutToWidth, padToWidth, textWidth, wrapToWidth } from '../../src/cli/text-width';
import { visibleCode, visibleLine, visibleText } from '../../src/cli/visible-text';

describe('text of models and file names on a terminal', () => {
  it('shows escape sequences instead of executing them', () => {
    const text = visibleText('a\u001b[2Jb\u001b]0;title\u0007c\u009b31md');
    assert.equal(text, 'a␛[2Jb␛]0;title␇c<U+009B>31md');
  });

  it('keeps the line ends of a text and shows those of a file name', () => {
    assert.equal(visibleText('one\r\ntwo\rthree\n'), 'one\ntwo\nthree\n');
    assert.equal(visibleLine('one\ntwo\r.md'), 'one␊two␍.md');
  });

  it('shows what reorders or hides text', () => {
    assert.equal(
      visibleLine('a\u202eb\u2066c\u200bd\u2028e'),
      'a<U+202E>b<U+2066>c<U+200B>d<U+2028>e',
    );
    assert.equal(visibleLine('\u{e0041}'), '<U+E0041>');
  });

  it('keeps tabs in code and makes them spaces in prose', () => {
    assert.equal(visibleCode('\tif\u0000'), '\tif␀');
    assert.equal(visibleText('\tif'), '  if');
  });

  it('leaves letters of every script alone', () => {
    const text = '계획서 Größe नमस्ते 👩‍🚀 café';
    assert.equal(visibleText(text), text);
  });
});

describe('width of text on a terminal', () => {
  it('counts wide characters twice and marks not at all', () => {
    assert.equal(textWidth('abc'), 3);
    assert.equal(textWidth('계획서'), 6);
    assert.equal(textWidth('e\u0301'), 1);
    assert.equal(textWidth('👩‍🚀'), 2);
  });

  it('cuts at a width and says so', () => {
    assert.equal(cutToWidth('abcdef', 6), 'abcdef');
    assert.equal(cutToWidth('abcdef', 4), 'abc…');
    assert.equal(cutToWidth('계획서', 4), '계…');
    assert.equal(padToWidth('계', 4), '계  ');
  });

  it('breaks at spaces, and inside a word that is too long', () => {
    assert.deepEqual(wrapToWidth('one two three four', 9), ['one two', 'three', 'four']);
    assert.deepEqual(wrapToWidth('abcdefghijkl', 8), ['abcdefgh', 'ijkl']);
    assert.deepEqual(wrapToWidth('a\n\nb', 20), ['a', '', 'b']);
  });

  it('loses no character but the space a line is broken at', () => {
    const text = 'The quick brown fox jumps over 계획서계획서계획서 and more';
    for (let width = 8; width < 30; width += 1) {
      const lines = wrapToWidth(text, width);
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
      for (const line of lines) assert.ok(textWidth(line) <= width, `${width}: ${line}`);
    }
  });
});

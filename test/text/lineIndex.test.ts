import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LineIndex } from '../../server/src/text/lineIndex.ts';

describe('positions', () => {
  const cases: readonly (readonly [string, string, number, number, number])[] = [
    ['start', 'ab\ncd', 0, 0, 0],
    ['end of a line', 'ab\ncd', 2, 0, 2],
    ['start of the next', 'ab\ncd', 3, 1, 0],
    ['end of the text', 'ab\ncd', 5, 1, 2],
    ['past the end', 'ab\ncd', 99, 1, 2],
    ['before the start', 'ab', -3, 0, 0],
    ['CRLF is one break', 'a\r\nb', 3, 1, 0],
    ['a lone CR is a break', 'a\rb', 2, 1, 0],
    ['UTF-16 units', '😀x', 2, 0, 2],
    ['empty text', '', 0, 0, 0],
  ];
  for (const [name, text, offset, line, character] of cases) {
    test(name, () => assert.deepEqual(new LineIndex(text).position(offset), { line, character }));
  }
});

test('a character past the end of its line is the end of that line', () => {
  assert.equal(new LineIndex('ab\ncd').offset({ line: 0, character: 99 }), 2);
  assert.equal(new LineIndex('ab\r\ncd').offset({ line: 0, character: 99 }), 2);
  assert.equal(new LineIndex('ab').offset({ line: 7, character: 0 }), 2);
});

test('the text of a line has no break', () => {
  const lines = new LineIndex('a\r\nb\n\nc');
  assert.deepEqual(
    [0, 1, 2, 3].map((line) => lines.lineText(line)),
    ['a', 'b', '', 'c'],
  );
  assert.equal(lines.lineCount, 4);
});

test('offset → position → offset is the same offset, except within CRLF', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '学', '😀', ' '), maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(80), (value, at) => {
      const offset = Math.min(at, value.length);
      if (value[offset - 1] === '\r' && value[offset] === '\n') return;
      const lines = new LineIndex(value);
      assert.equal(lines.offset(lines.position(offset)), offset);
    }),
    { seed: 20261130, numRuns: 2000 },
  );
});

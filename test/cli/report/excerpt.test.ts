import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { eastAsianWidth } from 'get-east-asian-width';
import { excerptOf, WINDOW } from '../../../server/src/cli/report/excerpt.ts';

const seed = 20_261_130;

/** The excerpt as two lines, with the first of `mark` in the line marked. */
function shown(line: string, mark: string): readonly [string, string] {
  const start = line.indexOf(mark);
  const { line: text, indent, marks } = excerptOf(line, start, start + mark.length);
  return [text, indent + marks];
}

describe('marks stand below what they mean', () => {
  const cases: readonly [string, string, string, string][] = [
    ['plain', '--a.b 1', '1', '      ^'],
    ['several characters', '--a.b 1e5', '1e5', '      ^^^'],
    ['at the start', '--a.b', '--a.b', '^^^^^'],
    ['behind tabs, which stay', '\t\t--a.b\t1', '1', '\t\t     \t^'],
    ['wide characters before', '--data 数据 1e5', '1e5', '            ^^^'],
    ['wide characters marked', '--data 数据', '数据', '       ^^^^'],
    ['full-width letters', 'ＡＢ x', 'x', '     ^'],
    ['a character beyond the BMP', '# 🚀 x', 'x', '     ^'],
    ['a combining accent takes no column', 'e\u0301 x', 'x', '  ^'],
    ['a zero-width joiner takes no column', 'a\u200Db x', 'x', '   ^'],
  ];
  for (const [name, line, mark, below] of cases) {
    test(name, () => {
      assert.deepEqual(shown(line, mark), [line, below]);
    });
  }

  test('an empty range has one mark', () => {
    assert.deepEqual(excerptOf('abc', 1, 1), { line: 'abc', indent: ' ', marks: '^' });
  });
  test('a place behind the line has its mark behind it', () => {
    assert.deepEqual(excerptOf('abc', 3, 3), { line: 'abc', indent: '   ', marks: '^' });
  });
  test('an empty line', () => {
    assert.deepEqual(excerptOf('', 0, 0), { line: '', indent: '', marks: '^' });
  });
  test('control characters cannot speak to the terminal', () => {
    assert.deepEqual(shown('\u001B[2J\u202Ex 1', '1'), ['\uFFFD[2J\uFFFDx 1', '       ^']);
  });
});

describe('long lines are shown as a window', () => {
  const filler = (length: number) => 'a'.repeat(length);
  test('the start is kept where the finding is near it', () => {
    const [line, below] = shown(`X ${filler(300)}`, 'X');
    assert.equal(line, `X ${filler(WINDOW - 2)}…`);
    assert.equal(below, '^');
  });
  test('the end is kept where the finding is near it', () => {
    const [line, below] = shown(`${filler(300)} X`, 'X');
    assert.equal(line, `…${filler(WINDOW - 2)} X`);
    assert.equal(below.length, line.length);
    assert.equal(line.at(below.indexOf('^')), 'X');
  });
  test('some of what stands before is kept in the middle', () => {
    const [line, below] = shown(`${filler(300)} X ${filler(300)}`, 'X');
    assert.equal(line.length, WINDOW + 2);
    assert.match(line, /^…a+ X a+…$/);
    assert.equal(line.at(below.indexOf('^')), 'X');
  });
});

/** Columns of a text without tabs, control characters and marks. */
function columns(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0);
}

test('whatever the line, the first mark stands below the first marked character', () => {
  const character = fc.constantFrom(...Array.from('ab -.=数据库🚀ＡВ…"'));
  const line = fc.string({ unit: character, maxLength: 400 });
  fc.assert(
    fc.property(line, fc.nat(), fc.nat(50), (before, at, length) => {
      const start = Array.from(before)
        .slice(0, at % (before.length + 1))
        .join('').length;
      const text = `${before.slice(0, start)}\u{1F3AF}${before.slice(start)}`;
      const { line: seen, indent, marks } = excerptOf(text, start, start + 2 + length);
      const target = seen.indexOf('\u{1F3AF}');
      assert.ok(target >= 0, 'the finding is in view');
      assert.equal(columns(indent), columns(seen.slice(0, target)));
      assert.ok(columns(seen) <= WINDOW + 2);
      assert.ok(columns(marks) <= columns(seen.slice(target)), 'no mark stands behind the line');
    }),
    { seed, numRuns: 500 },
  );
});

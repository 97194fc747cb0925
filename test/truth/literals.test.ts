import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PythonValue } from '../../server/src/launch/binding.ts';
import { pythonFloat, pythonInt } from '../../server/src/launch/literals.ts';
import {
  BAD_FLOATS,
  BAD_INTS,
  DASHED,
  FLOATS,
  INTS,
  ODD_FLOATS,
  ODD_INTS,
  ODD_STRINGS,
  STRAYS,
} from './binding/words.ts';
import { byLevel } from '../support/level.ts';

/** `int(text)` and `float(text)` against Python's own. */

const SEED = 99;
const COUNT = byLevel({ fast: 10_000, default: 10_000, full: 100_000 });

const PROGRAM = `
import json, math, sys
def call(type, text):
    try:
        value = type(text)
    except ValueError:
        return None
    if type is float:
        return value if math.isfinite(value) else repr(value)
    return value if abs(value) < 2**53 else str(value)
print(json.dumps([[call(int, text), call(float, text)] for text in json.load(sys.stdin)]))
`;

type Expected = number | string | null;

function python(texts: readonly string[]): [Expected, Expected][] {
  const { stdout, stderr, status } = spawnSync('python3', ['-X', 'utf8', '-c', PROGRAM], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as [Expected, Expected][];
}

/** Texts that we read in another way than Python. */
function misread(texts: readonly string[]): unknown[] {
  return python(texts).flatMap(([int, float], index) => {
    const text = texts[index] ?? '';
    const ours = [valueOf(pythonInt(text), 'int'), valueOf(pythonFloat(text), 'float')];
    return Object.is(ours[0], int) && Object.is(ours[1], float) ? [] : [{ text, python: [int, float], ours }];
  });
}

function valueOf(value: PythonValue | null, type: string): unknown {
  if (value === null) return null;
  assert.equal(value.type, type);
  return value.value;
}

test('words of every kind', () => {
  const texts = [INTS, ODD_INTS, BAD_INTS, FLOATS, ODD_FLOATS, BAD_FLOATS, DASHED, ODD_STRINGS, STRAYS].flat();
  assert.deepEqual(misread(texts), []);
});

test('generated words', (t) => {
  const characters = '01234567890123456789+-._eE_ \t\n\v\f\rinfatyxINFx\x1c\x85\xa0\u2003\u200b٣१３𝟗½²';
  const unit = fc.constantFrom(...Array.from(characters));
  const decimal = fc
    .tuple(fc.constantFrom('', '-', '+'), fc.double({ noNaN: true }), fc.constantFrom('', ' ', '_', '\n'))
    .map(([sign, value, end]) => `${sign}${value}${end}`);
  const text = fc.oneof(fc.string({ unit, maxLength: 8 }), decimal, fc.bigInt().map(String));
  const texts = fc.sample(text, { seed: SEED, numRuns: COUNT });
  assert.deepEqual(misread(texts).slice(0, 20), [], `seed ${SEED}`);
  t.diagnostic(`seed ${SEED}: ${texts.length} words read as Python reads them`);
});

test('every digit and every space that Python knows', (t) => {
  const all = spawnSync(
    'python3',
    ['-c', 'import json;print(json.dumps([c for c in range(0x110000) if chr(c).isdecimal() or chr(c).isspace()]))'],
    { encoding: 'utf8' },
  );
  const characters = (JSON.parse(all.stdout) as number[]).map((code) => String.fromCodePoint(code));
  const texts = characters.flatMap((character) => [
    character,
    `1${character}`,
    `${character}1`,
    `-${character}.${character}`,
  ]);
  assert.deepEqual(misread(texts), []);
  t.diagnostic(`${characters.length} characters`);
});

test('how long an integer may be', () => {
  const lengths = [4299, 4300, 4301];
  assert.deepEqual(
    misread(lengths.flatMap((length) => ['9'.repeat(length), `-${'0'.repeat(length)}`, '1_'.repeat(length - 1) + '1'])),
    [],
  );
});

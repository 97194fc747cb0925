import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Run } from '../../server/src/text/sourceMap.ts';
import { SourceMap } from '../../server/src/text/sourceMap.ts';

const uri = 'file:///a.sh';
const run = (inner: number, outer: number, length: number, outerLength = length, at = uri): Run => ({
  inner: { start: inner, end: inner + length },
  outer: { uri: at, range: { start: outer, end: outer + outerLength } },
  linear: length === outerLength,
});

describe('a source map', () => {
  // abc"def -> inner text: abc (10-13), an escaped quote (13-15), def (15-18)
  const map = new SourceMap([run(0, 10, 3), run(3, 13, 1, 2), run(4, 15, 3)]);
  const cases: readonly (readonly [string, number, number, number, number])[] = [
    ['inside a run', 1, 2, 11, 12],
    ['a whole run', 0, 3, 10, 13],
    ['an escape is one with its backslash', 3, 4, 13, 15],
    ['across runs', 2, 5, 12, 16],
    ['all of it', 0, 7, 10, 18],
    ['nothing, in the middle', 1, 1, 11, 11],
    ['nothing, at the end', 7, 7, 18, 18],
  ];
  for (const [name, start, end, from, to] of cases)
    test(name, () => {
      assert.deepEqual(map.location({ start, end }), { uri, range: { start: from, end: to } });
    });
  test('across files it is the first place', () => {
    const two = new SourceMap([run(0, 10, 3), run(3, 0, 3, 3, 'file:///b.sh')]);
    assert.deepEqual(two.location({ start: 1, end: 5 }), { uri, range: { start: 10, end: 13 } });
  });
  test('an empty map has no places', () => {
    assert.equal(new SourceMap([]).location({ start: 0, end: 0 }), undefined);
  });
  test('linear runs map each character to its own', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lengths, fc.nat(100), (sizes, gap) => {
        const runs: Run[] = [];
        let inner = 0;
        for (const size of sizes) {
          runs.push(run(inner, inner * 2 + gap, size));
          inner += size;
        }
        const mapped = new SourceMap(runs);
        for (const { inner: part, outer } of runs)
          for (let i = part.start; i < part.end; i++) {
            const start = outer.range.start + i - part.start;
            assert.deepEqual(mapped.location({ start: i, end: i + 1 })?.range, { start, end: start + 1 });
          }
      }),
      { seed: 7 },
    );
  });
});

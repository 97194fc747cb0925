import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Intervals } from '../../server/src/text/intervals.ts';

const SEED = 20_261_201;
const range = fc.tuple(fc.nat(40), fc.nat(12)).map(([start, length]) => ({ start, end: start + length }));

test(`finds what a look at each range finds (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 30 }), range, (ranges, asked) => {
      const entries = ranges.map((one, index) => [one, index] as const);
      const expected = entries.filter(([{ start, end }]) => start < asked.end && asked.start < end);
      assert.deepEqual(
        new Intervals(entries).overlapping(asked).sort((a, b) => a - b),
        expected.map(([, index]) => index),
      );
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

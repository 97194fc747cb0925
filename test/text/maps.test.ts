import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DerivedMap, LayeredMap } from '../../server/src/text/maps.ts';

const SEED = 20_261_201;
const options = { seed: SEED, numRuns: 500 };
const entries = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 2 }), fc.nat()), { selector: ([key]) => key });

/** Everything that can be seen of a map. */
function seen<K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): unknown {
  const each: [K, V][] = [];
  map.forEach((value, key) => each.push([key, value]));
  return {
    size: map.size,
    has: keys.map((key) => map.has(key)),
    get: keys.map((key) => map.get(key)),
    all: [[...map], [...map.entries()], each],
    keys: [...map.keys()],
    values: [...map.values()],
  };
}

test(`a layered map is the map below with the values above (seed ${SEED})`, () => {
  fc.assert(
    fc.property(entries, fc.array(fc.nat()), fc.string({ maxLength: 2 }), (below, changes, other) => {
      const above = new Map(
        below.flatMap(([key], index) => (changes[index] === undefined ? [] : [[key, changes[index]]])),
      );
      const plain = new Map(below.map(([key, value]) => [key, above.get(key) ?? value]));
      const keys = [...plain.keys(), other];
      assert.deepEqual(seen(new LayeredMap(new Map(below), above), keys), seen(plain, keys));
    }),
    options,
  );
});

test(`a derived map makes each value once, when it is asked for (seed ${SEED})`, () => {
  fc.assert(
    fc.property(entries, fc.string({ maxLength: 2 }), (from, other) => {
      const made: string[] = [];
      const map = new DerivedMap(new Map(from), (key, value) => {
        made.push(key);
        return `${key} ${value}`;
      });
      assert.deepEqual(made, []);
      const plain = new Map(from.map(([key, value]) => [key, `${key} ${value}`]));
      const keys = [...plain.keys(), other];
      assert.deepEqual(seen(map, keys), seen(plain, keys));
      assert.deepEqual(made, [...plain.keys()]);
    }),
    options,
  );
});

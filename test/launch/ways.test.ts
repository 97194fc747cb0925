import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { waysThrough } from '../../server/src/launch/ways.ts';
import type { Branches, Item, Way } from '../../server/src/text/items.ts';
import { line } from './words.ts';

function branches(choice: string, ...oneOf: readonly (readonly Item[])[]): Branches {
  return { kind: 'branches', choice, oneOf };
}

function text({ words }: Way): string {
  return words.map((word) => (word.kind === 'known' ? word.value : word.kind)).join(' ');
}

function texts(items: readonly Item[], limit?: number): string[] {
  return waysThrough(items, limit).ways.map(text);
}

const [a, b, c] = ['a', 'b', 'c'].map((value) => line(value));

describe('waysThrough', () => {
  const cases: readonly (readonly [name: string, items: readonly Item[], ways: readonly string[]])[] = [
    ['no words', [], ['']],
    ['no branches', line('a', 'b'), ['a b']],
    ['an if that only adds', [...line('x'), branches('1', line('a'), []), ...line('y')], ['x a y', 'x y']],
    ['three branches', [branches('1', line('a'), line('b'), line('c'))], ['a', 'b', 'c']],
    ['two choices', [branches('1', line('a'), []), branches('2', line('b'), [])], ['a b', 'a', 'b', '']],
    ['one choice twice', [branches('1', line('a'), []), branches('1', line('b'), line('c'))], ['a b', 'c']],
    ['nested', [branches('1', [branches('2', line('a'), line('b'))], line('c'))], ['a', 'b', 'c']],
    [
      'a choice again after it was nested',
      [branches('1', [branches('2', line('a'), [])], []), branches('2', line('b'), line('c'))],
      ['a b', 'c', 'b', 'c'],
    ],
    ['a choice within itself', [branches('1', [branches('1', line('a'), line('b'))], line('c'))], ['a', 'c']],
    ['a choice of nothing', [branches('1')], []],
  ];
  for (const [name, items, ways] of cases) {
    test(name, () => {
      assert.deepEqual(texts(items), ways);
    });
  }

  test('tells what was taken, and nothing of choices that were not met', () => {
    const items = [branches('1', [branches('2', a ?? [], b ?? [])], c ?? [])];
    assert.deepEqual(
      waysThrough(items).ways.map(({ taken }) => Object.fromEntries(taken)),
      [{ 1: 0, 2: 0 }, { 1: 0, 2: 1 }, { 1: 1 }],
    );
  });

  test('words keep their identity', () => {
    const words = line('a', 'b');
    assert.deepEqual(waysThrough(words).ways[0]?.words, words);
    assert.equal(waysThrough(words).ways[0]?.words[0], words[0]);
  });

  test('64 ways are complete, 128 are not', () => {
    const choices = (count: number): Item[] =>
      Array.from({ length: count }, (_, index) => branches(String(index), line(`on${index}`), line(`off${index}`)));
    assert.deepEqual([waysThrough(choices(6)).ways.length, waysThrough(choices(6)).complete], [64, true]);
    const more = waysThrough(choices(7));
    assert.deepEqual([more.ways.length, more.complete], [8, false]);
    assert.equal(waysThrough(choices(200)).ways.length, 201);
  });
});

/** Branches to depth three over few choices, so that they meet again. A choice has the same number of branches everywhere. */
const items = fc.letrec<{ items: Item[]; item: Item }>((tie) => ({
  items: fc.array(tie('item'), { maxLength: 4 }),
  item: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom(...line('a', 'b', 'c')),
    fc
      .nat({ max: 4 })
      .chain((choice) =>
        fc
          .array(tie('items'), { minLength: 2 + (choice % 2), maxLength: 2 + (choice % 2) })
          .map((oneOf) => branches(String(choice), ...oneOf)),
      ),
  ),
})).items;

/** The words for given indices, written down as the rule says it. */
function taking(all: readonly Item[], indices: readonly number[]): string[] {
  return all.flatMap((item) => {
    if (item.kind === 'branches') return taking(item.oneOf[indices[Number(item.choice)] ?? 0] ?? [], indices);
    return [item.kind === 'known' ? item.value : item.kind];
  });
}

test('all ways are those of every assignment of indices, each once', () => {
  fc.assert(
    fc.property(items, (all) => {
      const { ways, complete } = waysThrough(all, 1000);
      assert.ok(complete);
      const expected = new Set<string>();
      for (let code = 0; code < 2 * 3 * 2 * 3 * 2; code++) {
        const [i, j, k, l, m] = [
          code % 2,
          Math.floor(code / 2) % 3,
          Math.floor(code / 6) % 2,
          Math.floor(code / 12) % 3,
          Math.floor(code / 36),
        ];
        expected.add(taking(all, [i, j, k, l, m]).join(' '));
      }
      assert.deepEqual(new Set(ways.map(text)), expected);
      assert.equal(new Set(ways.map(({ taken }) => JSON.stringify([...taken].sort()))).size, ways.length);
    }),
    { seed: 5, numRuns: 500 },
  );
});

test('ways that are not complete still take every branch that some way takes', () => {
  fc.assert(
    fc.property(items, (all) => {
      const some = waysThrough(all, 1);
      const every = waysThrough(all, 1000);
      const pairs = (ways: readonly Way[]): Set<string> =>
        new Set(ways.flatMap(({ taken }) => [...taken].map(([choice, index]) => `${choice}:${index}`)));
      assert.deepEqual(pairs(some.ways), pairs(every.ways));
      const valid = new Set(every.ways.map(text));
      assert.ok(some.ways.every((way) => valid.has(text(way))));
    }),
    { seed: 6, numRuns: 500 },
  );
});

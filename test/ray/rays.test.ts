import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pinnedRays } from '../../tools/cache/ray.ts';
import { raysNamed } from './support/rays.ts';

test('versions are named one by one or several, each once and oldest first', () => {
  assert.deepEqual(raysNamed('2.48.0'), ['2.48.0']);
  assert.deepEqual(raysNamed('2.60.0, 2.48.0,2.60.0'), ['2.48.0', '2.60.0']);
  assert.deepEqual(raysNamed(pinnedRays.toReversed().join()), pinnedRays);
});

test('a version that is not pinned is an error that says which ones are', () => {
  for (const [text, wrong] of [
    ['2.49.0', '2.49.0'],
    ['2.48', '2.48'],
    ['2.48.0,', ''],
    ['2.48.0;2.55.0', '2.48.0;2.55.0'],
    [' ', ''],
  ] as const) {
    assert.throws(
      () => raysNamed(text),
      (error: unknown) =>
        error instanceof Error &&
        error.message.includes(`"${wrong}"`) &&
        pinnedRays.every((pinned) => error.message.includes(pinned)),
    );
  }
});

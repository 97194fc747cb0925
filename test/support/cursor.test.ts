import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCursor } from './cursor.ts';

test('the cursor is taken out and found', () => {
  assert.deepEqual(withCursor('ab‸c'), { text: 'abc', offset: 2 });
  assert.deepEqual(withCursor('‸'), { text: '', offset: 0 });
});

test('a text without exactly one cursor is refused', () => {
  assert.throws(() => withCursor('abc'), /no ‸/);
  assert.throws(() => withCursor('a‸b‸'), /more than one ‸/);
});

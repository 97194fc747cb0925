import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Outlines } from '../../../server/src/features/python/outlines.ts';

const URI = 'file:///work/reward.py';
const TEXT = 'from helper import other\n';

describe('what is known of bodies', () => {
  let outlines: Outlines;
  let texts: Map<string, string | null | undefined>;
  let asked: string[];
  beforeEach(() => {
    outlines = new Outlines();
    texts = new Map([['file:///work/helper.py', 'def other(): pass\n']]);
    asked = [];
  });
  const look = (): ReturnType<Outlines['bodies']['of']> =>
    outlines.bodies.of(outlines.of(URI, TEXT), 'file:///work', (uri) => {
      asked.push(uri);
      const text = texts.get(uri);
      return texts.has(uri) ? text : null;
    });
  const resolved = (at = look()): unknown => at.files.resolve(outlines.of(URI, TEXT), 'helper')?.uri;

  test('is kept while the file and what it imports are the same', () => {
    const first = look();
    assert.equal(resolved(first), 'file:///work/helper.py');
    assert.equal(look(), first);
  });
  test('tells whoever asks what it depends on, each time', () => {
    resolved();
    const before = [...new Set(asked)];
    asked = [];
    look();
    assert.deepEqual([...new Set(asked)], before);
    assert.ok(before.includes('file:///work/helper.py'));
  });
  test('is another one when an import changes, comes or goes', () => {
    for (const text of ['def other(): return 1\n', null, 'x = 1\n']) {
      const before = look();
      resolved(before);
      texts.set('file:///work/helper.py', text);
      assert.notEqual(look(), before);
      assert.equal(resolved(), text === null ? undefined : 'file:///work/helper.py');
    }
  });
  test('is not kept while something is not loaded', () => {
    texts.set('file:///work/helper.py', undefined);
    const before = look();
    assert.equal(resolved(before), undefined);
    assert.notEqual(look(), before);
    texts.set('file:///work/helper.py', 'y = 2\n');
    assert.equal(resolved(), 'file:///work/helper.py');
  });
  test('is another one for another text or workspace folder', () => {
    const first = look();
    assert.notEqual(
      outlines.bodies.of(outlines.of(URI, TEXT), undefined, () => null),
      first,
    );
    assert.notEqual(
      outlines.bodies.of(outlines.of(URI, `${TEXT}#`), 'file:///work', () => null),
      first,
    );
  });
});

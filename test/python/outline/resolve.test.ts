import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidates, moduleName } from '../../../server/src/python/outline/resolve.ts';

const FILE = 'file:///w/rewards/math.py';

test('an absolute import: beside the file, then in the folders', () => {
  assert.deepEqual(candidates(FILE, 'helpers.text', ['file:///w', 'file:///w/rewards/']), [
    'file:///w/rewards/helpers/text/__init__.py',
    'file:///w/rewards/helpers/text.py',
    'file:///w/helpers/text/__init__.py',
    'file:///w/helpers/text.py',
  ]);
});

test('a relative import: in its own package only', () => {
  assert.deepEqual(candidates(FILE, '.', ['file:///w']), ['file:///w/rewards/__init__.py']);
  assert.deepEqual(candidates(FILE, '.text', ['file:///w']), [
    'file:///w/rewards/text/__init__.py',
    'file:///w/rewards/text.py',
  ]);
  assert.deepEqual(candidates(FILE, '..a.b', []), ['file:///w/a/b/__init__.py', 'file:///w/a/b.py']);
  assert.deepEqual(candidates('file:///m.py', '...a', []), []);
});

test('names that no file can have', () => {
  for (const module of ['', 'a-b', 'a/b', '../a', '.a b']) assert.deepEqual(candidates(FILE, module, []), [], module);
});

test('names of files', () => {
  assert.equal(moduleName('file:///w/a/b.py', 'file:///w'), 'a.b');
  assert.equal(moduleName('file:///w/a/__init__.py', 'file:///w/'), 'a');
  assert.equal(moduleName('file:///w/a-b.py', 'file:///w'), null);
  assert.equal(moduleName('file:///elsewhere/a.py', 'file:///w'), null);
  assert.equal(moduleName('file:///w/%C3%A4.py', 'file:///w'), 'ä');
  assert.equal(moduleName('file:///w/%ff.py', 'file:///w'), null);
});

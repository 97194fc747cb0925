import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folderOfUri, resolveUri } from '../../server/src/text/uri.ts';

describe('a path seen from a folder', () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ['file:///a/b', 'c.sh', 'file:///a/b/c.sh'],
    ['file:///a/b', './c.sh', 'file:///a/b/c.sh'],
    ['file:///a/b', '../c.sh', 'file:///a/c.sh'],
    ['file:///a/b', '/x/c.sh', 'file:///x/c.sh'],
    ['file:///a/b', '../../../c.sh', 'file:///c.sh'],
    ['file:///a/b', 'my folder/c.sh', 'file:///a/b/my%20folder/c.sh'],
    ['vscode-remote://host/a', 'c.sh', 'vscode-remote://host/a/c.sh'],
    // Half of a surrogate pair, as in a text that is being typed or was cut.
    ['file:///a', 'b\uD83E.sh', 'file:///a/b%EF%BF%BD.sh'],
    ['file:///a', '', 'file:///a'],
    ['untitled:Untitled-1', 'c.sh', undefined],
  ];
  for (const [folder, path, expected] of cases) {
    test(`${folder} + ${path || '(nothing)'}`, () => assert.equal(resolveUri(folder, path), expected));
  }
});

test('the folder of a file', () => {
  assert.equal(folderOfUri('file:///a/b/c.sh'), 'file:///a/b');
});

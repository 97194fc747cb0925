import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clusterEntries } from '../../../client/src/clusters/entries.ts';
import type { ClusterLists } from '../../../client/src/clusters/entries.ts';

function read(lists: Partial<ClusterLists>) {
  return clusterEntries({ local: [], connected: [], user: undefined, workspace: [], ...lists });
}

describe('clusters of the settings', () => {
  test('an address is read as a person writes it; a name is made from it', () => {
    const { entries, problems } = read({
      user: [{ address: '10.0.0.7:8265/' }, { name: ' lab ', address: 'https://ray.lab/x/' }],
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      entries.map(({ id, name, source, tokenHeader }) => [id, name, source, tokenHeader]),
      [
        ['http://10.0.0.7:8265', '10.0.0.7:8265', 'user', 'authorization'],
        ['https://ray.lab/x', 'lab', 'user', 'authorization'],
      ],
    );
  });

  test('an address that the user has, too, is the user’s; the same one counts once', () => {
    const address = 'http://127.0.0.1:8265';
    const { entries } = read({
      user: [{ address, name: 'mine' }],
      workspace: [[{ address, name: 'theirs' }], [{ address: `${address}/` }]],
    });
    assert.deepEqual(
      entries.map(({ name, source }) => [name, source]),
      [['mine', 'user']],
    );
  });

  test('what the workspace and its folders name is of the workspace', () => {
    const { entries } = read({ workspace: [[{ address: 'http://a:1' }], undefined, [{ address: 'http://b:2' }]] });
    assert.deepEqual(
      entries.map(({ id, source }) => [id, source]),
      [
        ['http://a:1', 'workspace'],
        ['http://b:2', 'workspace'],
      ],
    );
  });

  test('a head of this window comes first, whatever else names its address', () => {
    const { entries } = read({
      local: [{ name: 'local', address: 'http://127.0.0.1:8265' }],
      user: [{ name: 'lab', address: 'http://127.0.0.1:8265' }],
    });
    assert.deepEqual(
      entries.map(({ name, source }) => [name, source]),
      [['local', 'local']],
    );
  });

  for (const [what, value, problem] of [
    ['no list', { address: 'http://a:1' }, /has to be a list/],
    ['a text instead of an object', ['http://a:1'], /item 1: an object/],
    ['no address', [{ name: 'a' }], /item 1: an object/],
    ['a token', [{ address: 'http://a:1' }, { address: 'http://b:1', token: 'x' }], /item 2: a token does not belong/],
    ['an address of another kind', [{ address: 'ray://a:10001' }], /item 1: .*Ray Client/],
    ['an unknown header', [{ address: 'http://a:1', tokenHeader: 'cookie' }], /item 1/],
  ] as const) {
    test(`says what is wrong with ${what}, and reads the rest`, () => {
      const { entries, problems } = read({ user: value, workspace: [[{ address: 'http://good:1' }]] });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
      assert.ok(entries.some(({ id }) => id === 'http://good:1'));
      assert.ok(!JSON.stringify(problems).includes('"x"'));
    });
  }
});

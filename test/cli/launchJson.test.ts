import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemJson, launchJson, type PlaceNamer } from '../../server/src/cli/launchJson.ts';
import { whyUnknown } from '../../server/src/features/whyUnknown.ts';
import type { Launch } from '../../server/src/launch/model.ts';
import type { Item, Unknown } from '../../server/src/text/items.ts';
import type { Location } from '../../server/src/text/location.ts';
import { argvSchema } from './schemas.ts';

const why: Unknown = { reason: 'unset-variable', name: 'X' };

function at(start: number, uri = 'own'): Location {
  return { uri, range: { start, end: start + 1 } };
}

/** Places as `file:offset`, so that a test shows them in little room. */
const place: PlaceNamer = ({ uri, range }) => ({ range: places(range.start), ...(uri === 'own' ? {} : { file: uri }) });

function places(character: number): ReturnType<PlaceNamer>['range'] {
  return { start: { line: 0, character }, end: { line: 0, character: character + 1 } };
}

describe('an item', () => {
  const cases: readonly [string, Item, object][] = [
    ['known', { kind: 'known', value: '', location: at(1) }, { value: '', range: places(1) }],
    ['not known', { kind: 'unknown', why, location: at(1) }, { value: null, range: places(1) }],
    ['many', { kind: 'many', why, location: at(1) }, { value: null, many: true, range: places(1) }],
    [
      'written elsewhere',
      { kind: 'known', value: 'x', location: at(1, 'far'), use: at(5) },
      { value: 'x', range: places(1), file: 'far', use: { range: places(5) } },
    ],
    [
      'many words written elsewhere',
      { kind: 'many', why, location: at(1), use: at(5, 'far') },
      { value: null, many: true, range: places(1), use: { range: places(5), file: 'far' } },
    ],
    [
      'composed',
      {
        kind: 'unknown',
        why,
        location: at(1),
        parts: [
          { text: 'a', location: at(1) },
          { text: null, location: at(2, 'far') },
        ],
      },
      {
        value: null,
        range: places(1),
        parts: [
          { text: 'a', range: places(1) },
          { text: null, range: places(2), file: 'far' },
        ],
      },
    ],
    [
      'composed with a piece that is written nowhere',
      { kind: 'known', value: ',', location: at(1), use: at(7), parts: [{ text: ',', location: at(0, '') }] },
      { value: ',', range: places(1), use: { range: places(7) }, parts: [{ text: ',', range: places(7) }] },
    ],
    [
      'branches',
      {
        kind: 'branches',
        choice: 'c1',
        oneOf: [
          [{ kind: 'known', value: 'x', location: at(1) }],
          [],
          [{ kind: 'branches', choice: 'c2', oneOf: [[]] }],
        ],
      },
      { choice: 'c1', oneOf: [[{ value: 'x', range: places(1) }], [], [{ choice: 'c2', oneOf: [[]] }]] },
    ],
  ];
  for (const [name, item, expected] of cases) {
    test(name, () => {
      assert.deepEqual(itemJson(item, place), expected);
    });
  }
});

test('a launch has every field that the format promises', () => {
  const launch: Launch = {
    id: 'train_sft@0',
    entryPoint: 'train_sft',
    module: 'openrlhf.cli.train_sft',
    moduleLocation: at(3),
    location: at(0, 'far'),
    conditional: true,
    repeated: true,
    via: [
      { kind: 'source', location: at(0) },
      { kind: 'loop', location: at(1), value: '1e-6' },
    ],
    launcher: [{ kind: 'known', value: 'deepspeed', location: at(0) }],
    env: [{ name: 'A', item: { kind: 'unknown', why, location: at(9) } }],
    wrappers: [{ kind: 'nohup', location: at(0) }],
    argv: [],
  };
  const json = launchJson(launch, place, (location) => ({ range: places(location.range.start), file: location.uri }));
  argvSchema.parse([{ file: 'own', launches: [json] }]);
  assert.deepEqual(json, {
    id: 'train_sft@0',
    entryPoint: 'train_sft',
    module: 'openrlhf.cli.train_sft',
    range: places(0),
    file: 'far',
    conditional: true,
    repeated: true,
    via: [
      { kind: 'source', range: places(0), file: 'own' },
      { kind: 'loop', range: places(1), file: 'own', value: '1e-6' },
    ],
    launcher: [{ value: 'deepspeed', range: places(0) }],
    env: [{ name: 'A', item: { value: null, range: places(9) } }],
    wrappers: [{ kind: 'nohup', range: places(0) }],
    argv: [],
  });
  assert.ok(
    !('repeated' in launchJson({ ...launch, repeated: false }, place, () => ({ range: places(0), file: 'own' }))),
  );
});

test('every reason is a sentence, with and without a name', () => {
  const reasons = Object.keys({
    'unset-variable': 0,
    'positional-parameter': 0,
    'command-substitution': 0,
    'read-at-run-time': 0,
    'unknown-condition': 0,
    'missing-source': 0,
    glob: 0,
    'too-many-executions': 0,
    'not-modelled': 0,
  } satisfies Record<Unknown['reason'], 0>) as Unknown['reason'][];
  for (const reason of reasons) {
    for (const sentence of [whyUnknown({ reason }), whyUnknown({ reason, name: 'NAME' })]) {
      assert.match(sentence, /^[A-Z].*\.$/, reason);
      assert.ok(!/[{}]/.test(sentence), sentence);
    }
    assert.match(whyUnknown({ reason, name: 'NAME' }), /NAME/);
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_SETTINGS, readSettings, settingProblem } from '../../server/src/settings.ts';

function read(value: unknown): { settings: ReturnType<typeof readSettings>; problems: string[] } {
  const problems: string[] = [];
  const settings = readSettings(value, (problem) => problems.push(settingProblem(problem)));
  return { settings, problems };
}

describe('settings as an editor sends them', () => {
  test('one wrong value does not take the others with it', () => {
    assert.deepEqual(read({ release: '0.11.2', rules: { a: 'off', b: 'loud', c: 'hint', d: 1 }, codeLens: 'yes' }), {
      settings: { release: '0.11.2', rules: { a: 'off', c: 'hint' }, codeLens: true, inlayHints: false },
      problems: [
        'openrlhf.codeLens is "yes"; expected true or false',
        'openrlhf.rules.b is "loud"; expected error, warning, info, hint or off',
        'openrlhf.rules.d is 1; expected error, warning, info, hint or off',
      ],
    });
  });
  test('nothing is the default', () => {
    for (const value of [undefined, null, {}]) {
      assert.deepEqual(read(value), { settings: DEFAULT_SETTINGS, problems: [] });
    }
  });
  test('anything is read to its end, and the same twice', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { settings } = read(value);
        assert.deepEqual(read(settings), { settings, problems: [] });
      }),
      { seed: 20_261_201, numRuns: 500 },
    );
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadCorpus } from '../truth/shell/corpus.ts';
import type { ScriptModel } from '../../server/src/shell/model.ts';
import type { Location } from '../../server/src/text/location.ts';
import { byLevel } from '../support/level.ts';
import { modelOf, SCRIPT } from './support.ts';

const RUNS = byLevel({ fast: 150, default: 800, full: 5000 });
const seed = 20_260_101;
const scripts = loadCorpus().scripts.map((script) => script.text);
const scraps = [
  '"',
  "'",
  '`',
  '$',
  '${',
  '}',
  '(',
  ')',
  '$(',
  '$((',
  '))',
  '{',
  '\\',
  '\n',
  ' ',
  ';',
  '&',
  '|',
  '<<EOF\n',
  'EOF\n',
  '#',
  '!',
  '*',
  '~',
  '[[ ',
  ' ]]',
  'if ',
  'then ',
  'fi\n',
  'for x in ',
  'do ',
  'done\n',
  'case x in ',
  'esac',
  'eval ',
  'A+=(',
  '"${A[@]}"',
  '${X:-',
  '${!X}',
  '$@',
  'bash -c "',
  'source ',
  'while read x; do ',
  'exit\n',
  'return',
  'break',
  'python -m openrlhf.cli.train_sft ',
  '\r\n',
  '\uFEFF',
  '\u0000',
  '😀',
];

/** A script of the corpus with some of its text taken out, doubled or replaced by scraps of bash. */
const mutated = fc
  .tuple(
    fc.constantFrom(...scripts),
    fc.array(fc.tuple(fc.nat(10_000), fc.nat(12), fc.constantFrom('', ...scraps)), { minLength: 1, maxLength: 6 }),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [at, length, scrap]) => {
      const start = at % (now.length + 1);
      return now.slice(0, start) + scrap + now.slice(start + length);
    }, text),
  );

function placesOf(value: unknown): Location[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'uri' in value && 'range' in value ? [value as Location] : [];
  return [...own, ...Object.values(value).flatMap((inner) => placesOf(inner))];
}

function checkPlaces(text: string, model: ScriptModel): void {
  for (const { uri, range } of placesOf(model)) {
    assert.notEqual(uri, '');
    assert.ok(range.start >= 0 && range.start <= range.end, `${range.start}-${range.end}`);
    if (uri === SCRIPT) assert.ok(range.end <= text.length, `${range.start}-${range.end} of ${text.length}`);
  }
}

test('whatever the text, evaluation ends, its places lie in the text, and it says the same again', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      const model = modelOf(text);
      checkPlaces(text, model);
      assert.deepEqual(modelOf(text), model);
    }),
    { seed, numRuns: RUNS },
  );
});

test('text that is no bash at all is no trouble', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...scraps), { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      checkPlaces(text, modelOf(text));
    }),
    { seed, numRuns: RUNS },
  );
});

test('deep nesting ends', () => {
  const n = 3000;
  for (const text of [
    'x $('.repeat(n),
    '$(('.repeat(n),
    '('.repeat(n),
    '{ '.repeat(n),
    'if x; then '.repeat(n),
    'eval "'.repeat(n),
    '"${X:-'.repeat(n),
    'a && '.repeat(n),
    'f() { f; f; }\n'.repeat(50) + 'f',
    '[ -n "$A" ] && '.repeat(300) + 'python -m openrlhf.cli.train_sft',
  ])
    assert.ok(modelOf(text).launches.length <= 1);
});

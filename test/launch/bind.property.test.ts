import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bind } from '../../server/src/launch/bind.ts';
import type { Binding, ParseProblem } from '../../server/src/launch/binding.ts';
import { problemWord, problemWords } from '../../server/src/launch/problems.ts';
import type { KnownWord, Word } from '../../server/src/text/items.ts';
import { spec } from './specs.ts';
import { line, MANY, UNKNOWN, type Sketch } from './words.ts';
import { byLevel } from '../support/level.ts';

/** What holds for every line, whatever its words. */

const SEED = 4711;
const RUNS = byLevel({ fast: 500, default: 2_000, full: 20_000 });
const entryPoints = [spec('train_ppo_ray'), spec('train_sft'), spec('lora_combiner')];

const option = fc.constantFrom(
  ...['--actor.adam.lr', '--actor.adam.betas', '--ds.zero_stage', '--ds.lora.target_modules', '--train.colocate_all'],
  ...['--algo.advantage.estimator', '--algo.advantage.is_correction_threshold', '--actor.muon.nesterov'],
  ...['--actor.muon.no_nesterov', '--model_path', '--lora_path', '--output_path', '--adam.betas', '--pretrain'],
  ...['--actor.adam', '--ds.zero', '-ds.zero_stage', '--train.colocate_all=1', '--ds.zero_stage=2', '--adam.betas=1'],
);
const value = fc.constantFrom('m', '1', '0.9', '-1', '-.5', '1e5', '3 4', '', 'gae', 'grpo', 'True', '-', '{x}', '٣');
const dashed = fc.constantFrom('-5e-1', '-x', '-high', '-inf');
const word = fc.oneof(
  { weight: 5, arbitrary: option },
  { weight: 6, arbitrary: value },
  { weight: 1, arbitrary: dashed },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const anyWord = fc.oneof({ weight: 20, arbitrary: word }, fc.constantFrom('--', '-h', '--help', '--help=x', '--'));
const entryPoint = fc.constantFrom(...entryPoints);

function lines<T extends Sketch>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(item, { maxLength: 10 });
}

const unknownWord = fc.constantFrom<Sketch>(UNKNOWN, UNKNOWN, MANY);
const sketches = lines<Sketch>(fc.oneof({ weight: 4, arbitrary: anyWord }, { weight: 1, arbitrary: unknownWord }));

function check<T extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<T>): void {
  fc.assert(property, { seed: SEED, numRuns: RUNS });
}

test('no line throws, and every problem is at words of the line', () => {
  check(
    fc.property(entryPoint, sketches, (entry, items) => {
      const words = line(...items);
      const { problems, uses } = bind(entry, words);
      for (const problem of problems) {
        const at = problemWord(problem);
        assert.ok(at === undefined || words.includes(at));
        assert.ok(problemWords(problem).every((part) => words.includes(part)));
      }
      assert.ok(uses.every((use) => words.includes(use.word) && use.values.every((part) => words.includes(part))));
    }),
  );
});

test('words that are all unknown are no problem', () => {
  check(
    fc.property(entryPoint, lines(unknownWord), (entry, items) => {
      const { problems } = bind(entry, line(...items));
      // Without a word, what is required is missing for certain.
      assert.deepEqual(items.length === 0 ? [] : problems, []);
    }),
  );
});

test('every dest has a value', () => {
  check(
    fc.property(entryPoint, sketches, (entry, items) => {
      const { values } = bind(entry, line(...items));
      assert.deepEqual(new Set(values.keys()), new Set(entry.flags.map(({ dest }) => dest)));
    }),
  );
});

test('a value that becomes unknown adds no problem', () => {
  check(
    fc.property(entryPoint, lines(anyWord), fc.nat(), (entry, items, nth) => {
      const before = bind(entry, line(...items));
      const values = before.uses.flatMap((use) => use.values);
      const replaced = values[nth % values.length]?.location.range.start;
      fc.pre(replaced !== undefined);
      const words = line(...items.map((item, index) => (index === replaced ? UNKNOWN : item)));
      const after = bind(entry, words);
      const known = new Set(before.problems.map(key));
      assert.deepEqual(
        after.problems.map(key).filter((problem) => !known.has(problem)),
        [],
      );
    }),
  );
});

/** Where a problem is. A line with an error at a flag has that flag's other errors too, in some form. */
function key(problem: ParseProblem): string {
  if (problem.code === 'missing-required') return `missing ${problem.specs.map(({ name }) => name).join(' ')}`;
  const at = 'use' in problem && problem.code !== 'bool-flag-with-value' ? problem.use.word : problem.word;
  return String(at.location.range.start);
}

test('what is said beside unknown words holds for every line that they can stand for', () => {
  const plain = fc.string({ maxLength: 6 }).filter((text) => !text.startsWith('-'));
  const pieces = fc.array(fc.oneof(word, word, plain), { maxLength: 4 });
  check(
    fc.property(
      entryPoint,
      lines<Sketch>(fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: unknownWord })),
      fc.array(fc.record({ value: fc.oneof(value, plain), word, pieces }), { minLength: 10, maxLength: 10 }),
      (entry, items, fillings) => {
        const words = line(...items);
        const told = bind(entry, words);
        const asValues = new Set(valueWords(told));
        // The words keep their places, so that problems can be compared.
        const filled = words.flatMap((item, index): Word[] => {
          const filling = fillings[index];
          if (item.kind === 'known' || filling === undefined) return [item];
          const texts =
            item.kind === 'many' ? filling.pieces : [asValues.has(item) ? positional(filling.value) : filling.word];
          return texts.map((text): KnownWord => ({ kind: 'known', value: text, location: item.location }));
        });
        fc.pre(filled.every((item) => item.kind !== 'known' || !isHelpOrEnd(item.value)));
        const real = bind(entry, filled);
        // An earlier error may take the word with it, but the line stands or falls as it is said.
        const touched = new Set(real.problems.flatMap(problemWords).map((part) => part.location.range.start));
        for (const problem of told.problems) {
          const at = problemWord(problem)?.location.range.start;
          assert.ok(at === undefined ? real.problems.some(sameMissing(problem)) : touched.has(at), problem.code);
        }
        for (const [dest, bound] of told.values) {
          const other = real.values.get(dest);
          if (bound.known && other?.known === true) assert.deepEqual(other.value, bound.value, dest);
        }
        if (told.certain) assert.equal(real.problems.length > 0, told.problems.length > 0);
      },
    ),
  );
});

function sameMissing(problem: ParseProblem): (other: ParseProblem) => boolean {
  return (other) => other.code === 'missing-required' && key(other) === key(problem);
}

/** The unknown words that are taken for values. */
function valueWords({ uses, problems }: Binding): Word[] {
  const ofUnknownFlags = problems.flatMap((problem) =>
    problem.code === 'unknown-flag' || problem.code === 'ambiguous-abbrev' ? problem.values.slice(0, 1) : [],
  );
  return [...uses.flatMap((use) => use.values), ...ofUnknownFlags];
}

/** A word that argparse takes as a value wherever one may stand. */
function positional(text: string): string {
  return text.startsWith('-') && !/^-(\d+|\d*\.\d+)$/.test(text) ? 'v' : text;
}

function isHelpOrEnd(text: string): boolean {
  return text === '--' || /^(-h|--h)/.test(text);
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { valuesJson } from '../../server/src/cli/valuesJson.ts';
import type { EntryPointSpec, FlagSpec } from '../../server/src/catalogue/schema.ts';
import { boundLaunch } from '../../server/src/launch/bound.ts';
import type { Launch } from '../../server/src/launch/model.ts';
import type { Branches, Item, Word } from '../../server/src/text/items.ts';
import { spec } from '../launch/specs.ts';
import { at, sketch } from '../launch/words.ts';

const sft = spec('train_sft');
/** What train_sft must have, so that argparse accepts the line. */
const NEEDED = sft.flags.filter(({ required }) => required).map(({ name }) => `${name} x`);

function launch(argv: readonly Item[], more: Partial<Launch> = {}): Launch {
  return {
    id: 'train_sft@0',
    entryPoint: 'train_sft',
    module: 'openrlhf.cli.train_sft',
    moduleLocation: at(1000),
    location: at(1000),
    conditional: false,
    repeated: false,
    via: [],
    launcher: [],
    env: [],
    wrappers: [],
    argv,
    ...more,
  };
}

/** `--values` of a launch; places are the offset of their first character. */
function values(argv: readonly Item[], more?: Partial<Launch>, entryPoint: EntryPointSpec | null = sft): unknown {
  const place = ({ uri, range }: Word['location']) => ({
    range: { start: { line: 0, character: range.start }, end: { line: 0, character: range.end } },
    ...(uri === 'test:line' ? {} : { file: uri }),
  });
  return valuesJson(boundLaunch(launch([...sketch(NEEDED.join(' ')).map(away), ...argv], more), entryPoint), place);
}

/** Out of the way of the places that tests speak of. */
function away(word: Word): Word {
  return { ...word, location: at(2000) };
}

function value(dest: string, argv: readonly Item[]): unknown {
  const answer = values(argv) as { readonly values?: Readonly<Record<string, unknown>> };
  assert.ok(answer.values, JSON.stringify(answer));
  return answer.values[dest];
}

function range(start: number, end = start + 1): object {
  return { start: { line: 0, character: start }, end: { line: 0, character: end } };
}

function either(choice: string, ...oneOf: readonly string[]): Branches {
  return { kind: 'branches', choice, oneOf: oneOf.map((words) => sketch(words)) };
}

describe('a known value', () => {
  const cases: readonly [string, string, string, object][] = [
    // line, dest, what argparse of CPython 3.11 leaves
    ['an int', '--train.batch_size 1_6', 'train.batch_size', { type: 'int', value: 16, range: range(1) }],
    ['a float', '--adam.lr 5e-6', 'adam.lr', { type: 'float', value: 5e-6, range: range(1) }],
    ['a string', '--data.dataset 5', 'data.dataset', { type: 'str', value: '5', range: range(1) }],
    ['a switch', '--data.multiturn', 'data.multiturn', { type: 'bool', value: true, range: range(0) }],
    ['two floats', '--adam.betas 0.9 1', 'adam.betas', { type: 'list', value: [0.9, 1], range: range(1, 3) }],
    ['behind =', '--train.batch_size=4', 'train.batch_size', { type: 'int', value: 4, range: range(0) }],
    ['the last one', '--adam.lr 1 --adam.lr 2', 'adam.lr', { type: 'float', value: 2, range: range(3) }],
  ];
  for (const [name, line, dest, expected] of cases) {
    test(name, () => {
      assert.deepEqual(value(dest, sketch(line)), { known: true, origin: 'given', ...expected });
    });
  }
  const texts: readonly [string, string, string, string][] = [
    ['--train.batch_size 9007199254740993', 'train.batch_size', 'int', '9007199254740993'],
    ['--train.batch_size=-9007199254740993', 'train.batch_size', 'int', '-9007199254740993'],
    ['--adam.lr inf', 'adam.lr', 'float', 'inf'],
    ['--adam.lr=-Infinity', 'adam.lr', 'float', '-inf'],
    ['--adam.lr NaN', 'adam.lr', 'float', 'nan'],
    ['--adam.lr 1e999', 'adam.lr', 'float', 'inf'],
  ];
  for (const [line, dest, type, text] of texts) {
    test(`${line} is a string with its type`, () => {
      const { value: got, type: gotType } = value(dest, sketch(line)) as Readonly<Record<string, unknown>>;
      assert.deepEqual([gotType, got], [type, text]);
    });
  }

  test('a default has no place', () => {
    assert.deepEqual(value('ds.zero_stage', []), { known: true, type: 'int', value: 2, origin: 'default' });
    assert.deepEqual(value('ckpt.save_hf', []), { known: true, type: 'bool', value: false, origin: 'default' });
  });

  test('a value from elsewhere is placed where it was written; several stand in the command', () => {
    const far = { uri: 'file:///far.sh', range: { start: 3, end: 6 } };
    const word = (text: string, index: number): Word => ({ kind: 'known', value: text, location: far, use: at(index) });
    const flag = sketch('--train.batch_size --adam.betas');
    const argv = [...flag.slice(0, 1), word('8', 1), ...flag.slice(1), word('0.9', 2), word('0.95', 5)];
    assert.deepEqual(value('train.batch_size', argv), {
      known: true,
      type: 'int',
      value: 8,
      origin: 'given',
      range: range(3, 6),
      file: 'file:///far.sh',
    });
    assert.deepEqual((value('adam.betas', argv) as { range: object }).range, range(2, 6));
  });

  test('a value behind = that is a piece of its own is placed there', () => {
    const far = { uri: 'test:line', range: { start: 90, end: 94 } };
    const parts = [
      { text: '--adam.lr=', location: at(0) },
      { text: '1e-6', location: far },
    ];
    const argv: Word[] = [{ kind: 'known', value: '--adam.lr=1e-6', location: at(0), parts }];
    assert.deepEqual((value('adam.lr', argv) as { range: object }).range, range(90, 94));
  });
});

describe('a value that is not known', () => {
  test('says why in a sentence', () => {
    assert.deepEqual(value('train.batch_size', sketch('--train.batch_size ?')), {
      known: false,
      why: 'It depends on the variable U1, which the script does not set.',
    });
  });
  test('hangs on the clock', () => {
    const clock = value('logger.wandb.run_name', []) as { known: boolean; why: string };
    assert.equal(clock.known, false);
    assert.match(clock.why, /run time.*datetime\.now/);
  });
  test('may be set by words that are not known', () => {
    const { values: all } = values(sketch('*')) as { values: Readonly<Record<string, { known: boolean }>> };
    assert.ok(Object.values(all).every(({ known }) => !known));
    assert.deepEqual(Object.keys(all).sort(), [...new Set(sft.flags.map(({ dest }) => dest))].sort());
  });
});

describe('a value that depends on a branch', () => {
  test('has one for each branch, the default where none is given', () => {
    assert.deepEqual(value('train.batch_size', [either('c1', '--train.batch_size 4', '')]), {
      known: false,
      oneOf: [4, 128],
      choice: 'c1',
    });
  });
  test('that all branches agree on is known', () => {
    const { known } = value('adam.lr', [either('c1', '--adam.lr 1 --train.batch_size 4', '--adam.lr 1')]) as {
      known: boolean;
    };
    assert.equal(known, true);
  });
  test('of two conditions is not read by the index of either', () => {
    const argv = [either('c1', '--train.batch_size 4', ''), either('c2', '--train.batch_size 8', '')];
    const { oneOf, choice } = value('train.batch_size', argv) as { oneOf: number[]; choice: string };
    assert.deepEqual([...oneOf].sort(), [128, 4, 8]);
    assert.ok(!['c1', 'c2'].includes(choice));
    assert.notEqual(
      choice,
      (
        value('adam.lr', [...argv, either('c1', '--adam.lr 1', ''), either('c2', '--adam.lr 2', '')]) as {
          choice: string;
        }
      ).choice,
    );
  });
  test('where argparse refuses a branch, has no value for it', () => {
    const argv = [either('c1', '--train.batch_size 4', '--nope', '--train.batch_size 8')];
    const { oneOf, choice } = value('train.batch_size', argv) as { oneOf: number[]; choice: string };
    assert.deepEqual(oneOf, [4, 8]);
    assert.notEqual(choice, 'c1');
  });
});

describe('a line that argparse refuses', () => {
  const cases: readonly [string, string, object][] = [
    ['--nope 1', 'unknown-flag', range(0)],
    ['--data 1', 'ambiguous-abbrev', range(0)],
    ['--train.batch_size 1e3', 'int-literal', range(1)],
    ['--adam.lr fast', 'float-literal', range(1)],
    ['--adam.betas 0.9', 'nargs2-arity', range(0)],
    ['--adam.betas 0.9 -1e-1', 'negative-literal', range(2)],
    ['--train.batch_size', 'missing-value', range(0)],
    ['--data.multiturn=1', 'bool-flag-eq-value', range(0)],
    ['--data.multiturn True', 'bool-flag-with-value', range(1)],
    ['stray', 'positional-token', range(0)],
    ['--optim sgd', 'invalid-choice', range(1)],
    ['--help', 'help', range(0)],
    ['--help=x', 'bool-flag-eq-value', range(0)],
  ];
  for (const [line, code, place] of cases) {
    test(line, () => {
      assert.deepEqual(values(sketch(line)), { error: { code, range: place } });
    });
  }
  test('in every way that it can run', () => {
    assert.deepEqual(values([either('c1', '--nope', '--train.batch_size x')]), {
      error: { code: 'unknown-flag', range: range(0) },
    });
  });
});

describe('neither values nor an error', () => {
  test('of a module that is no entry point', () => {
    assert.deepEqual(values(sketch('--nope'), { entryPoint: null }, null), {});
  });
  test('of a wrapper with a flag that may be its own', () => {
    assert.deepEqual(values(sketch('--nope'), { wrapper: true }), {});
    assert.deepEqual(values(sketch('--adam.lr x'), { wrapper: true }), {
      error: { code: 'float-literal', range: range(1) },
    });
  });
  test('of a copy that could not be read to its end', () => {
    assert.deepEqual(values(sketch('--nope'), {}, { ...sft, incomplete: true }), {});
  });
});

test('a required flag that is missing is told at the module', () => {
  const flag: FlagSpec = { ...firstFlag(), required: true };
  const entryPoint: EntryPointSpec = { name: 'train_sft', flags: [flag] };
  const bound = boundLaunch(launch([]), entryPoint);
  const place = (location: Word['location']) => ({
    range: { start: { line: 0, character: location.range.start }, end: { line: 0, character: 0 } },
  });
  assert.deepEqual(valuesJson(bound, place), {
    error: { code: 'missing-required', range: { start: { line: 0, character: 1000 }, end: { line: 0, character: 0 } } },
  });
});

function firstFlag(): FlagSpec {
  const [flag] = sft.flags;
  assert.ok(flag);
  return flag;
}

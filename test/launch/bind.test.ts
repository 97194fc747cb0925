import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bind } from '../../server/src/launch/bind.ts';
import type { Binding, ParseProblem } from '../../server/src/launch/binding.ts';
import { problemWord } from '../../server/src/launch/problems.ts';
import { ownSpec, spec } from './specs.ts';
import { line, sketch } from './words.ts';

/**
 * What no real parser can answer: words that are not known, and what is said beside argparse's first error. What
 * argparse itself does is in `test/truth/`.
 */

const ppo = spec('train_ppo_ray');
const combiner = spec('lora_combiner');

/** `code@index` for each problem, the index of its word in the line. */
function told({ problems }: Binding): string {
  return problems
    .map((problem) => {
      const word = problemWord(problem);
      return word === undefined ? problem.code : `${problem.code}@${word.location.range.start}`;
    })
    .join(' ');
}

function valueOf(binding: Binding, dest: string): unknown {
  const value = binding.values.get(dest);
  return value?.known === true ? value.value.value : undefined;
}

describe('a word that is not known', () => {
  const cases: readonly (readonly [words: string, problems: string, certain: boolean])[] = [
    // In value position it is the value.
    ['--actor.adam.lr ?', '', false],
    ['--actor.model_name_or_path ?', '', true],
    ['--algo.advantage.estimator ?', '', false],
    ['--ds.lora.target_modules ? ?', '', true],
    ['--actor.adam.lr ? junk', 'positional-token@2', false],
    ['--actor.adam.lr ? --nope', 'unknown-flag@2', false],
    ['--actor.adam.betas ? 0.9', '', false],
    ['--actor.adam.betas ? x', 'invalid-literal@2', false],
    ['--actor.adam.betas ? 0.9 1', 'positional-token@3', false],
    ['--actor.adam.betas ?', 'arity@0', true],
    ['--actor.adam.betas ? --ds.packing_samples', 'arity@0', true],
    ['--actor.adam.betas ? -5e-1', 'arity@2', true],
    ['--pretrain ?', 'unknown-flag@0', true],
    ['--actor.adam ?', 'ambiguous-abbrev@0', true],
    // Anywhere else it may be an option.
    ['?', '', false],
    ['? junk', '', false],
    ['? junk more', '', false],
    ['junk ?', 'positional-token@0', false],
    ['? --nope junk', 'unknown-flag@1', false],
    ['--train.colocate_all ?', '', false],
    ['--train.colocate_all ? 5', '', false],
    ['--train.colocate_all True ? 5', 'bool-flag-with-value@1', false],
    ['--actor.adam.lr 1 ? 5', '', false],
    ['--pretrain ? ? 5', 'unknown-flag@0', false],
    ['? --train.colocate_all 5', 'bool-flag-with-value@2', false],
    ['-- ? junk', 'positional-token@0 positional-token@2', true],
  ];
  for (const [words, problems, certain] of cases) {
    test(words, () => {
      const binding = bind(ppo, sketch(words));
      assert.deepEqual([told(binding), binding.certain], [problems, certain]);
    });
  }
});

describe('any number of words', () => {
  const cases: readonly (readonly [words: string, problems: string])[] = [
    ['*', ''],
    ['--actor.adam.lr *', ''],
    ['--actor.adam.lr * x', ''],
    ['--actor.adam.lr x *', 'invalid-literal@1'],
    ['--actor.adam.betas 0.9 *', ''],
    ['--actor.adam.betas x *', 'invalid-literal@1'],
    ['--actor.adam.betas=0.9 *', 'arity@0'],
    ['--actor.adam.betas -5e-1 *', 'arity@1'],
    ['--train.colocate_all *', ''],
    ['--train.colocate_all=1 *', 'bool-flag-eq-value@0'],
    ['* junk', ''],
    ['* --nope junk', 'unknown-flag@1'],
    ['--nope * junk', 'unknown-flag@0'],
    ['* --ds.zero_stage x', 'invalid-literal@2'],
    ['* --ds.zero_stage', 'arity@1'],
    ['* --train.colocate_all True', 'bool-flag-with-value@2'],
    ['junk *', 'positional-token@0'],
  ];
  for (const [words, problems] of cases) {
    test(words, () => {
      const binding = bind(ppo, sketch(words));
      assert.equal(told(binding), problems);
    });
  }
});

describe('values beside unknown words', () => {
  const cases: readonly (readonly [words: string, dest: string, value: unknown])[] = [
    ['--ds.zero_stage 2', 'ds.zero_stage', 2],
    ['--ds.zero_stage ?', 'ds.zero_stage', undefined],
    ['--ds.zero_stage ? --ds.zero_stage 1', 'ds.zero_stage', 1],
    ['--ds.zero_stage 1 --ds.zero_stage ?', 'ds.zero_stage', undefined],
    ['--actor.adam.lr ? --ds.packing_samples', 'ds.zero_stage', 2],
    // A word in option position may be `--ds.zero_stage=1`.
    ['?', 'ds.zero_stage', undefined],
    ['--ds.zero_stage 2 *', 'ds.zero_stage', undefined],
    ['* --ds.zero_stage 2', 'ds.zero_stage', 2],
    ['--train.colocate_all ? --ds.zero_stage 2', 'ds.zero_stage', 2],
    ['--train.colocate_all ?', 'train.colocate_all', undefined],
    ['--ds.zero_stage *', 'ds.zero_stage', undefined],
    ['--ds.lora.target_modules a *', 'ds.lora.target_modules', undefined],
    ['--nope ?', 'ds.zero_stage', 2],
    // What argparse refuses has no value.
    ['--ds.zero_stage x', 'ds.zero_stage', undefined],
    ['--ds.zero_stage', 'ds.zero_stage', undefined],
    ['--actor.adam 3', 'actor.adam.lr', undefined],
    // Python 3.12 stores an empty list, 3.13 the text.
    ['--logger.wandb.key=--', 'logger.wandb.key', undefined],
  ];
  for (const [words, dest, value] of cases) {
    test(`${words}: ${dest}`, () => {
      assert.equal(valueOf(bind(ppo, sketch(words)), dest), value);
    });
  }

  test('an unknown value names its flag and the variable', () => {
    const value = bind(ppo, sketch('--ds.zero_stage ?')).values.get('ds.zero_stage');
    assert.ok(value?.known === false);
    assert.equal(value.why.name, 'U1');
    assert.equal(value.use?.spec.name, '--ds.zero_stage');
  });

  test('a default made from the clock is not known', () => {
    const value = bind(ppo, []).values.get('logger.wandb.run_name');
    assert.deepEqual([value?.known, value?.known === false && value.why.reason], [false, 'read-at-run-time']);
  });
});

describe('required flags', () => {
  const cases: readonly (readonly [words: string, problems: string])[] = [
    ['', 'missing-required'],
    ['--model_path ?', 'missing-required'],
    ['?', ''],
    ['*', ''],
    ['--model_path m --lora_path l --output_path o', ''],
    ['--model_path m --lora_path l --output_path', 'arity@4'],
    ['--model_path m --lora_path l --nope o', 'missing-required unknown-flag@4'],
    ['--model_path m --lora_path l --output o --is_rm=1', 'bool-flag-eq-value@6'],
    ['--help', 'help@0'],
    ['--nope --help junk', 'help@1'],
    ['--is_rm=1 --help --is_rm=1', 'bool-flag-eq-value@0 help@1'],
  ];
  for (const [words, problems] of cases) {
    test(words, () => {
      assert.equal(told(bind(combiner, sketch(words))), problems);
    });
  }

  test('all that are missing are one problem, in the order of the parser', () => {
    const [problem] = bind(combiner, sketch('--lora_path l')).problems;
    assert.ok(problem?.code === 'missing-required');
    assert.deepEqual(
      problem.specs.map(({ name }) => name),
      ['--model_path', '--output_path'],
    );
  });
});

describe('what a problem carries', () => {
  function first(words: string): ParseProblem {
    const [problem] = bind(ppo, sketch(words)).problems;
    assert.ok(problem);
    return problem;
  }

  test('an unknown flag has its value, known or not', () => {
    const problem = first('--pretrain=m ? *');
    assert.ok(problem.code === 'unknown-flag');
    assert.deepEqual([problem.spelled, problem.inline], ['--pretrain', 'm']);
    assert.deepEqual(
      problem.values.map(({ kind }) => kind),
      ['unknown', 'many'],
    );
  });

  test('a value that begins with a dash is told apart', () => {
    const problem = first('--reward.clip_range -10 -1e1');
    assert.ok(problem.code === 'arity');
    assert.deepEqual([problem.expected, problem.got, problem.dashValue?.value], [2, 1, '-1e1']);
    assert.equal(problem.use.values.length, 2);
  });

  test('a flag in value position is no value', () => {
    const problem = first('--actor.adam.lr --ds.packing_samples');
    assert.ok(problem.code === 'arity');
    assert.equal(problem.dashValue, undefined);
  });

  test('an option that lacks a dash is no value', () => {
    const { problems } = bind(ppo, sketch('--actor.adam.lr -ds.zero_stage 3'));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['arity', 'unknown-flag'],
    );
  });

  test('a third value names the flag before it', () => {
    const problem = first('--actor.adam.betas 0.9 0.95 0.99');
    assert.ok(problem.code === 'positional-token');
    assert.equal(problem.after?.spec.name, '--actor.adam.betas');
  });

  test('an abbreviation keeps its spelling', () => {
    const [use] = bind(ppo, sketch('--actor.adam.l=1')).uses;
    assert.deepEqual(
      [use?.spec.name, use?.spelled, use?.abbreviated, use?.inline],
      ['--actor.adam.lr', '--actor.adam.l', true, '1'],
    );
  });
});

describe('forms that only a fork can have', () => {
  test("nargs='?' without a value", () => {
    const binding = bind(
      ownSpec({ name: '--x', nargs: '?' }, { name: '--y', action: 'store_true' }),
      line('--x', '--y'),
    );
    assert.deepEqual([told(binding), valueOf(binding, 'x')], ['', null]);
  });

  test('nargs=1 gives a list', () => {
    const binding = bind(ownSpec({ name: '--x', nargs: 1, type: 'int' }), line('--x=3'));
    assert.deepEqual(valueOf(binding, 'x'), [{ type: 'int', value: 3 }]);
  });

  test('type=bool takes any text but none for true', () => {
    const own = ownSpec({ name: '--x', type: 'bool' });
    assert.equal(valueOf(bind(own, line('--x', 'False')), 'x'), true);
    assert.equal(valueOf(bind(own, line('--x', '')), 'x'), false);
  });

  test('a default that is a string is converted', () => {
    const own = ownSpec({ name: '--x', type: 'float', default: '1e5', defaultType: 'str' });
    assert.equal(valueOf(bind(own, []), 'x'), 100000);
  });

  test('of two flags with one dest, the first has the default', () => {
    const own = ownSpec(
      { name: '--a', dest: 'd', default: 1, defaultType: 'int', type: 'int' },
      { name: '--b', dest: 'd', default: 2, defaultType: 'int', type: 'int' },
    );
    assert.deepEqual([valueOf(bind(own, []), 'd'), valueOf(bind(own, line('--b', '3')), 'd')], [1, 3]);
  });

  test('options that look like negative numbers make other such words options', () => {
    const own = ownSpec({ name: '-1', dest: 'one', action: 'store_true' }, { name: '--x' });
    assert.equal(told(bind(own, line('--x', '-2'))), 'arity@1');
  });

  test('integer choices are compared after conversion', () => {
    const own = ownSpec({ name: '--x', type: 'int', choices: [1, 2] });
    assert.equal(told(bind(own, line('--x', ' 2'))), '');
    assert.equal(told(bind(own, line('--x', '3'))), 'invalid-choice@1');
  });
});

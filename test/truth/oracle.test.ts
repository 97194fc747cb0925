// The oracle itself: known command lines get the verdicts that argparse's documentation and OpenRLHF's checks give them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const Case = z.object({ id: z.string(), entry: z.string(), argv: z.array(z.string()) });
const Result = z.object({
  id: z.string(),
  ok: z.boolean(),
  stage: z.nullable(z.string()),
  message: z.nullable(z.string()),
  args: z.optional(z.record(z.string(), z.unknown())),
});

/** Accepted with these final values, or refused at a stage with a message that holds this text. */
type Expected =
  | { readonly accepted: Readonly<Record<string, unknown>> }
  | { readonly refused: 'argparse' | 'validation'; readonly saying: string };

const accepted = (values: Readonly<Record<string, unknown>> = {}): Expected => ({ accepted: values });
const argparse = (saying: string): Expected => ({ refused: 'argparse', saying });
const validation = (saying: string): Expected => ({ refused: 'validation', saying });

const expectations: Readonly<Record<string, Expected>> = {
  // A unique prefix of a flag is the flag, an exact match always wins, and several matches are an error.
  'abbrev unique --actor.adam.l': accepted({ 'actor.adam.lr': 3e-6 }),
  'abbrev ambiguous --actor.adam': argparse('ambiguous option: --actor.adam could match'),
  'abbrev --actor.muon.n (ns_steps|nesterov|no_nesterov)': argparse('ambiguous option: --actor.muon.n could match'),
  'abbrev --train.async': argparse('ambiguous option: --train.async could match'),
  'abbrev exact wins --actor.eps_clip': accepted({ 'actor.eps_clip': 0.1, 'actor.eps_clip_low_high': [0.1, 0.1] }),
  'abbrev --ds.packing': accepted({ 'ds.packing_samples': true }),
  'abbrev with = --actor.adam.l=3e-6': accepted({ 'actor.adam.lr': 3e-6 }),
  'single dash -ds.zero_stage': argparse('unrecognized arguments: -ds.zero_stage 3'),
  // A switch takes no value.
  'bool with value (space)': argparse('unrecognized arguments: True'),
  'bool with value (=)': argparse("argument --train.colocate_all: ignored explicit argument 'True'"),
  // A negative number is a value only in the forms that argparse takes for one: no exponent, digits behind the point.
  'neg int --eval.steps -1': accepted({ 'eval.steps': -1 }),
  'neg float -0.5': accepted({ 'reward.stop_properly_penalty_coef': -0.5 }),
  'neg float -.5': accepted({ 'reward.stop_properly_penalty_coef': -0.5 }),
  'neg sci -5e-1': argparse('argument --reward.stop_properly_penalty_coef: expected one argument'),
  'neg sci = -5e-1': accepted({ 'reward.stop_properly_penalty_coef': -0.5 }),
  'neg inf': argparse('argument --reward.clip_range: expected 2 arguments'),
  'neg nargs2 -10 10': accepted({ 'reward.clip_range': [-10, 10] }),
  'neg nargs2 -1. 1.': argparse('argument --reward.clip_range: expected 2 arguments'),
  // Two values are two words.
  'nargs2 with =': argparse('argument --actor.adam.betas: expected 2 arguments'),
  'nargs2 one value': argparse('argument --actor.adam.betas: expected 2 arguments'),
  'nargs2 comma': argparse('argument --actor.adam.betas: expected 2 arguments'),
  'nargs2 three values': argparse('unrecognized arguments: 0.99'),
  // Literals are those of Python's int() and float().
  'int sci 1e5': argparse("argument --data.max_samples: invalid int value: '1e5'"),
  'int underscore 1_000': accepted({ 'data.max_samples': 1000 }),
  'int float 2.0': argparse("argument --ds.zero_stage: invalid int value: '2.0'"),
  'int hex': argparse("argument --ds.zero_stage: invalid int value: '0x2'"),
  'int empty': argparse("argument --ds.zero_stage: invalid int value: ''"),
  "int spaces ' 3'": accepted({ 'ds.zero_stage': 3 }),
  'float inf': accepted({ 'ckpt.max_mem': 'Infinity' }),
  'int inf (sft max_mem)': argparse("argument --ckpt.max_mem: invalid int value: 'inf'"),
  'float nan': accepted({ 'actor.adam.lr': 'NaN' }),
  'repeat last wins': accepted({ 'ds.zero_stage': 3 }),
  'choice bad': argparse("argument --algo.advantage.estimator: invalid choice: 'grpo'"),
  'choice case': argparse("argument --ds.param_dtype: invalid choice: 'BF16'"),
  // Flags and words that the entry point does not have.
  'unknown flag old style': argparse('unrecognized arguments: --pretrain m'),
  'positional junk': argparse('unrecognized arguments: junk'),
  // Any number of values, none included, and no comma lists.
  'lora target_modules all-linear': accepted({ 'ds.lora.target_modules': ['all-linear'] }),
  'lora target_modules empty': accepted({ 'ds.lora.target_modules': [] }),
  'lora default': accepted({ 'ds.lora.target_modules': 'all-linear' }),
  'lora target_modules comma': accepted({ 'ds.lora.target_modules': ['q_proj,v_proj'] }),
  'None literal': accepted({ 'reward.remote_url': ['None'] }),
  // Without a reward server the critic of GAE is named after a reward model that is not there.
  'empty url (gae)': validation("'NoneType' object has no attribute 'split'"),
  no_nesterov: accepted({ 'actor.muon.nesterov': false }),
  'no_nesterov then nesterov': accepted({ 'actor.muon.nesterov': true }),
  '-- separator': argparse('unrecognized arguments:'),
  help: { refused: 'argparse', saying: '' },
  'local_rank=0': accepted({ local_rank: 0 }),
  // Words with a space in them are values, whatever they begin with.
  'value that looks like flag (template)': accepted({ 'data.input_template': '-User: {}' }),
  'value with leading dash and space': accepted({ 'data.input_template': '- {}' }),
  'packing no engines': validation("'>' not supported between instances of 'NoneType' and 'int'"),
};

const cases = readFileSync(new URL('../facts/argparse_facts.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)));

for (const tag of ['v0.10.2', 'v0.11.2']) {
  describe(`the oracle on ${tag}`, () => {
    const results = new Map(runOracle(tag).map((result) => [result.id, result]));
    for (const { id, argv } of cases) {
      it(`${id}: ${argv.join(' ')}`, () => {
        const expected = expectations[id];
        const result = results.get(id);
        assert.ok(expected, 'no verdict is written down for this case');
        assert.ok(result, 'the oracle gave no result');
        check(result, expected);
      });
    }

    it('has a case for every verdict that is written down', () => {
      assert.deepEqual(Object.keys(expectations).sort(), cases.map(({ id }) => id).sort());
    });
  });
}

function check(result: z.infer<typeof Result>, expected: Expected): void {
  if ('accepted' in expected) {
    assert.equal(result.message, null);
    assert.equal(result.ok, true);
    for (const [flag, value] of Object.entries(expected.accepted)) assert.deepEqual(result.args?.[flag], value, flag);
    return;
  }
  assert.equal(result.ok, false);
  assert.equal(result.stage, expected.refused);
  assert.ok((result.message ?? '').includes(expected.saying), result.message ?? 'no message');
}

function runOracle(tag: string): readonly z.infer<typeof Result>[] {
  const program = fileURLToPath(new URL('../oracle/oracle.py', import.meta.url));
  const input = cases.map((one) => JSON.stringify({ ...one, tag })).join('\n');
  const output = execFileSync('python3', [program, 'batch'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => Result.parse(JSON.parse(line)));
}

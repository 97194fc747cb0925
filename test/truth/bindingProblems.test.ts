import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import type { EntryPointSpec } from '../../server/src/catalogue/schema.ts';
import { bind } from '../../server/src/launch/bind.ts';
import type { Binding, ParseProblem } from '../../server/src/launch/binding.ts';
import { problemWords } from '../../server/src/launch/problems.ts';
import { difference, known, refusalOf } from './binding/compare.ts';
import { generate } from './binding/generate.ts';
import { parseAll, realFlags, type Case, type RealFlag, type Verdict } from './binding/program.ts';
import { byLevel } from '../support/level.ts';

/** Hand-picked lines, and the problems that stand behind the first: each is what the real parser says next. */

const catalogues = createCatalogues();

function specOf(tag: string, entry: string): EntryPointSpec {
  const found = catalogues.entryPoint(tag.slice(1), entry);
  assert.ok(found, `the catalogue has no ${entry} of ${tag}`);
  return found.spec;
}

function bindCase({ tag, entry, argv }: Case): Binding {
  return bind(specOf(tag, entry), known(argv));
}

/** Entry point and words; what comes of them is for the real parser to say. */
const HAND_PICKED: readonly (readonly [entry: string, ...argv: string[]])[] = [
  ['train_ppo_ray'],
  ['train_ppo_ray', ''],
  ['train_ppo_ray', '-'],
  ['train_ppo_ray', '--'],
  ['train_ppo_ray', '--', '--help'],
  ['train_ppo_ray', '--ds.zero_stage', '--', '3'],
  ['train_ppo_ray', '--ds.zero_stage', '3', '--', '--actor.adam'],
  ['train_ppo_ray', '--actor.adam', '--help'],
  ['train_ppo_ray', '--help', '--actor.adam'],
  ['train_ppo_ray', '--ds.zero_stage', 'x', '--help'],
  ['train_ppo_ray', '--nope', '--help'],
  ['train_ppo_ray', '--nope=1', '--ds.zero_stage', 'x'],
  ['train_ppo_ray', '--ds.zero_stage='],
  ['train_ppo_ray', '--ds.zero_stage=1=2'],
  ['train_ppo_ray', '--ds.zero_stage', '2 '],
  ['train_ppo_ray', '--ds.zero_stage 2'],
  ['train_ppo_ray', '--ds.zero', '2'],
  ['train_ppo_ray', '-ds.zero_stage', '2'],
  ['train_ppo_ray', '--actor.eps_clip_low_high', '0.2', '0.3'],
  ['train_ppo_ray', '--actor.eps_clip_low_high', '0.2', '--ds.packing_samples', '0.3'],
  ['train_ppo_ray', '--actor.eps_clip_low_high=0.2', '0.3'],
  ['train_ppo_ray', '--actor.eps_clip_low_high=0.2 0.3'],
  ['train_ppo_ray', '--actor.eps_clip_low_high', '0.2,0.3'],
  ['train_ppo_ray', '--actor.eps_clip_low_high'],
  ['train_ppo_ray', '--reward.clip_range', '-10', '-1e1'],
  ['train_ppo_ray', '--reward.clip_range', '-.5', '-5'],
  ['train_ppo_ray', '--algo.advantage.is_correction_threshold'],
  ['train_ppo_ray', '--algo.advantage.is_correction_threshold', '1'],
  ['train_ppo_ray', '--algo.advantage.is_correction_threshold', '1', '2', '3'],
  ['train_ppo_ray', '--algo.advantage.is_correction_threshold=1'],
  ['train_ppo_ray', '--algo.advantage.is_correction_threshold=1', '2'],
  ['train_ppo_ray', '--algo.advantage.is_correction_threshold', '-inf'],
  ['train_ppo_ray', '--ds.lora.target_modules', '--ds.packing_samples'],
  ['train_ppo_ray', '--ds.lora.target_modules', 'a', 'b', '-x', 'c'],
  ['train_ppo_ray', '--ds.lora.target_modules=a', 'b'],
  ['train_ppo_ray', '--actor.muon.nesterov', '--actor.muon.no_nesterov'],
  ['train_ppo_ray', '--actor.muon.no_nesterov', '--actor.muon.nesterov'],
  ['train_ppo_ray', '--actor.muon.nest'],
  ['train_ppo_ray', '--actor.muon.no_nesterov=1'],
  ['train_ppo_ray', '--train.colocate_all='],
  ['train_ppo_ray', '--train.colocate_all', 'True', 'False'],
  ['train_ppo_ray', '--train.colocate', 'True'],
  ['train_ppo_ray', '--algo.kl.init_coef', '1e-', '--algo.kl.estimator', 'K1'],
  ['train_ppo_ray', '--algo.kl.estimator=k2', '--algo.kl.estimator', 'k3'],
  ['train_ppo_ray', '--ckpt.max_mem', 'Infinity'],
  ['train_ppo_ray', '--data.input_template', '- {}'],
  ['train_ppo_ray', '--data.input_template', '-{}'],
  ['train_ppo_ray', '--data.input_template=-{}'],
  ['train_ppo_ray', '--data.input_template', '--{} {}'],
  ['train_ppo_ray', '--data.input_template', '-hello'],
  ['train_ppo_ray', '--data.input_template', '-h ello'],
  ['train_sft', '--local_rank=0'],
  ['train_sft', '--local_rank', '-1'],
  ['train_sft', '--ckpt.max_mem', '1e8'],
  ['train_sft', '--adam.betas', '(0.9,', '0.95)'],
  ['train_dpo', '--ref.model', 'm', '--model.model', 'm'],
  ['serve_rm', '--port', '5000', '--host', '0.0.0.0'],
  ['lora_combiner'],
  ['lora_combiner', '--is_rm', 'junk', '--nope'],
  ['lora_combiner', '--model_path', 'm', '--lora_path', 'l', '--output_path', 'o', 'junk'],
  ['lora_combiner', '--model_path', 'm', '--lora_path', 'l', '--output_path'],
  ['lora_combiner', '--m', 'm', '--l', 'l', '--o', 'o', '--d', 'fp16'],
];

describe('hand-picked lines', () => {
  const facts = readFileSync(new URL('../facts/argparse_facts.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => JSON.parse(row) as { id: string; entry: string; argv: string[] });
  const named = [
    ...facts.map(({ id, entry, argv }) => ({ id, entry, argv })),
    ...HAND_PICKED.map(([entry, ...argv]) => ({ id: JSON.stringify(argv), entry, argv })),
  ];
  const cases = ['v0.10.2', 'v0.11.1', 'v0.11.2'].flatMap((tag) => named.map((row) => ({ ...row, tag })));
  let verdicts: Verdict[] = [];

  before(async () => {
    verdicts = await parseAll(cases);
  });

  for (const [index, row] of cases.entries()) {
    test(`${row.tag} ${row.entry} ${row.id}`, () => {
      const real = verdicts[index];
      assert.ok(real);
      assert.equal(difference(bindCase(row), real), null);
    });
  }
});

/** A line whose problems are mended one after the other. */
interface Patient {
  readonly case: Case;
  readonly problems: readonly ParseProblem[];
  readonly neutral: string;
  /** The words at their first index; `null` for one taken out. */
  readonly cells: (string | null)[];
  mended: number;
  /** Accepted, or at `--help`, which hides what stands behind it. */
  healthy: boolean;
}

const COUNT = byLevel({ fast: 1_000, default: 1_000, full: 5_000 });
const SEED = 777;
const ROUNDS = 40;

test('the problems behind the first are what the real parser says once those before are mended', async (t) => {
  let compared = 0;
  for (const tag of ['v0.10.2', 'v0.11.2']) {
    const flags = await realFlags(tag);
    const cases = generate(
      { tag, flags, foreign: ['--pretrain', '--zero_stage'], oldPython: false, seed: SEED },
      COUNT,
    );
    let patients = cases.flatMap((item) => patientOf(item, flags.get(item.entry) ?? []));
    for (let round = 0; round < ROUNDS && patients.length > 0; round++) {
      const lines = patients.map(({ case: item, cells }) => ({ ...item, argv: cells.filter((cell) => cell !== null) }));
      const verdicts = await parseAll(lines);
      for (const [index, patient] of patients.entries()) {
        const real = verdicts[index];
        assert.ok(real);
        const rest = patient.problems.slice(patient.mended);
        const shown = `${JSON.stringify(patient.case)} after ${patient.mended} problems, seed ${SEED}`;
        assert.deepEqual(pick(real), expected(rest), shown);
        compared++;
        mend(patient);
      }
      patients = patients.filter(({ healthy }) => !healthy);
    }
    assert.equal(patients.length, 0, `not mended after ${ROUNDS} rounds`);
  }
  t.diagnostic(`${compared} lines in all states of repair, seed ${SEED}`);
});

/** Lines with a problem, of parsers that have a flag to put in the place of what is mended and require none. */
function patientOf(item: Case, flags: readonly RealFlag[]): Patient[] {
  const { problems } = bindCase(item);
  const neutral = flags.find(({ action }) => action === 'store_true')?.name;
  if (problems.length === 0 || neutral === undefined || flags.some(({ required }) => required)) return [];
  return [{ case: item, problems, neutral, cells: [...item.argv], mended: 0, healthy: false }];
}

/** Puts a harmless flag in the place of the next problem, or of all words that argparse reports together. */
function mend(patient: Patient): void {
  const next = patient.problems[patient.mended];
  if (next === undefined || next.code === 'help') {
    patient.healthy = true;
    return;
  }
  const together = isUnrecognized(next) ? patient.problems.slice(patient.mended) : [next];
  for (const problem of together) replace(patient, problem);
  patient.mended += together.length;
  // One flag with two bad values went as a whole.
  let after = patient.problems[patient.mended];
  while (after !== undefined && 'use' in after && 'use' in next && after.use === next.use && !isUnrecognized(after)) {
    after = patient.problems[++patient.mended];
  }
}

function replace({ cells, neutral }: Patient, problem: ParseProblem): void {
  const [first, ...others] = problemWords(problem).map((word) => word.location.range.start);
  assert.ok(first !== undefined);
  cells[first] = neutral;
  for (const index of others) cells[index] = null;
}

function isUnrecognized({ code }: ParseProblem): boolean {
  return code === 'unknown-flag' || code === 'positional-token' || code === 'bool-flag-with-value';
}

function expected(problems: readonly ParseProblem[]): unknown {
  const [first] = problems;
  if (first === undefined) return { verdict: 'accepted' };
  return first.code === 'help' ? { verdict: 'help' } : { verdict: 'refused', ...refusalOf(problems) };
}

function pick(real: Verdict): unknown {
  if (real.verdict !== 'refused') return { verdict: real.verdict };
  const { message, last, ...parts } = real;
  assert.ok(message.includes(last.trimEnd()));
  return parts;
}

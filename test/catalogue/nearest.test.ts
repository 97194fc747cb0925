import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { editDistance, similarity } from '../../server/src/catalogue/distance.ts';
import { flagDocs } from '../../server/src/catalogue/docs.ts';
import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { nearest } from '../../server/src/catalogue/nearest.ts';
import { byLevel } from '../support/level.ts';

const release = createCatalogues().forRelease('0.11.2');
assert.ok(release);
const suggestions = (entryPoint: string, text: string, count = 3): readonly string[] => {
  const found = release.entryPoint(entryPoint);
  assert.ok(found);
  return nearest(found, text, count, flagDocs);
};

const P = 'train_ppo_ray';
const S = 'train_sft';
const M = 'train_rm';
const D = 'train_dpo';

/** What people really wrote (MIGRATION.md, SHELL.md, USER-PROBLEMS.md, RULES.md), and what they meant. */
const MISTAKES: readonly (readonly [entryPoint: string, written: string, meant: string])[] = [
  // MIGRATION.md, traps when renaming by hand
  [S, '--actor.model_name_or_path', '--model.model_name_or_path'],
  [M, '--actor.gradient_checkpointing_enable', '--model.gradient_checkpointing_enable'],
  [P, '--model.model_name_or_path', '--actor.model_name_or_path'],
  [P, '--critic.gradient_checkpointing_enable', '--actor.gradient_checkpointing_enable'],
  [P, '--critic.aux_loss_coef', '--actor.aux_loss_coef'],
  [P, '--actor.freezing_steps', '--critic.freezing_steps'],
  [P, '--actor.lora_rank', '--ds.lora.rank'],
  [P, '--actor.lora.rank', '--ds.lora.rank'],
  [S, '--model.lora.rank', '--ds.lora.rank'],
  [P, '--data.packing_samples', '--ds.packing_samples'],
  [D, '--train.packing_samples', '--ds.packing_samples'],
  [P, '--actor.attn_implementation', '--ds.attn_implementation'],
  [S, '--model.attn_implementation', '--ds.attn_implementation'],
  [P, '--train.logging_steps', '--logger.logging_steps'],
  [P, '--train.save_steps', '--ckpt.save_steps'],
  [S, '--train.eval_steps', '--eval.steps'],
  [P, '--ckpt.max_ckpt_num', '--ckpt.max_num'],
  [S, '--ckpt.ckpt_path', '--ckpt.path'],
  [P, '--ckpt.save_path', '--ckpt.output_dir'],
  [P, '--logger.use_wandb', '--logger.wandb.key'],
  [P, '--logger.wandb_project', '--logger.wandb.project'],
  [S, '--logger.wandb_run_name', '--logger.wandb.run_name'],
  [P, '--ds.offload_optimizer', '--ds.adam_offload'],
  [P, '--prompt_max_len', '--data.max_len'],
  [P, '--generate_max_len', '--rollout.max_new_tokens'],
  [M, '--chosen_key', '--data.chosen_key'],
  [D, '--rejected_key', '--data.rejected_key'],
  [P, '--adam.lr', '--actor.adam.lr'],
  [P, '--adam.lr', '--critic.adam.lr'],
  [P, '--train.ema_enable', '--train.enable_ema'],
  [P, '--vllm.sleep_enable', '--vllm.enable_sleep'],
  // flat flags, also those that OpenRLHF's own messages still print
  [P, '--zero_stage', '--ds.zero_stage'],
  [P, '--pretrain', '--actor.model_name_or_path'],
  [S, '--pretrain', '--model.model_name_or_path'],
  [P, '--colocate_all_models', '--train.colocate_all'],
  [P, '--advantage_estimator', '--algo.advantage.estimator'],
  [P, '--remote_rm_url', '--reward.remote_url'],
  [P, '--agent_func_path', '--train.agent_func_path'],
  [P, '--use_dynamic_batch', '--train.dynamic_batch_enable'],
  [P, '--ring_attn_size', '--ds.ring_attn_size'],
  [P, '--lr_scheduler', '--critic.lr_scheduler'],
  [P, '--ref_reward_offload', '--reward.offload'],
  [P, '--bf16', '--ds.param_dtype'],
  [S, '--flash_attn', '--ds.attn_implementation'],
  [P, '--use_kl_estimator_k3', '--algo.kl.estimator'],
  // the day of other names, and MoLT
  [P, '--ckpt.load', '--ckpt.load_enable'],
  [P, '--data.prompt', '--data.prompt_dataset'],
  [P, '--train.async_train', '--train.async_enable'],
  [P, '--actor.muon.adam_lr', '--actor.adam.lr'],
  [D, '--actor.ipo', '--model.ipo_enable'],
  [M, '--actor.loss_type', '--model.loss_type'],
  [P, '--reward.value_head_prefix', '--ds.value_head_prefix'],
  [P, '--data.use_ms', '--use_ms'],
  [P, '--train.agent_path', '--train.agent_func_path'],
  [P, '--algo.advantage.lam', '--algo.advantage.lambd'],
  // RULES.md, wrong-entry-flag
  [P, '--data.dataset', '--data.prompt_dataset'],
  [S, '--actor.adam.lr', '--adam.lr'],
  [S, '--actor.max_norm', '--max_norm'],
  // names that nobody gave, and slips
  [P, '--use_grpo', '--algo.advantage.estimator'],
  [P, '--actor.learning_rate', '--actor.adam.lr'],
  [P, '--algo.kl.coef', '--algo.kl.init_coef'],
  [P, '--actor.kl_coef', '--algo.kl.init_coef'],
  [P, '--actor.num_gpus', '--actor.num_gpus_per_node'],
  [P, '--vllm.num_engine', '--vllm.num_engines'],
  [P, '--rollout.batchsize', '--rollout.batch_size'],
  [P, '--rollout.n_sample_per_promt', '--rollout.n_samples_per_prompt'],
  [P, '--vllm.memory_utilization', '--vllm.gpu_memory_utilization'],
  [P, '--actor.clip_eps', '--actor.eps_clip'],
  [P, '--train.num_epochs', '--train.max_epochs'],
  [S, '--data.max_length', '--data.max_len'],
  [P, '--ds.zero-stage', '--ds.zero_stage'],
  [P, '--Actor.Adam.LR', '--actor.adam.lr'],
  ['serve_rm', '--reward_pretrain', '--reward.model_name_or_path'],
  ['lora_combiner', '--model_name_or_path', '--model_path'],
];

describe('did you mean', () => {
  it(`${MISTAKES.length} real mistakes: what was meant is among the first three`, () => {
    assert.ok(MISTAKES.length >= 40);
    for (const [entryPoint, written, meant] of MISTAKES) {
      const found = suggestions(entryPoint, written);
      assert.ok(found.includes(meant), `${entryPoint} ${written}: ${found.join(' ')} instead of ${meant}`);
    }
  });

  it('nearly all of them have it first', () => {
    const first = MISTAKES.filter(([entryPoint, written, meant]) => suggestions(entryPoint, written)[0] === meant);
    // A split has two right answers, of which the second is never first.
    assert.ok(first.length >= MISTAKES.length - 5, `${first.length} of ${MISTAKES.length}`);
  });

  it('nothing is suggested for what has nothing in common', () => {
    for (const text of ['--foo', '--verbose', '--x', '--my_flag', '--dry_run', '--', '', '--qwertz.asdf'])
      assert.deepEqual(suggestions(P, text), [], text);
  });

  it('suggestions are flags of the entry point, each once, as many as asked for', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcdelmnorst._-=12'.split('')), maxLength: 24 });
    fc.assert(
      fc.property(
        fc.constantFrom(P, S, D, 'serve_rm'),
        text,
        fc.integer({ min: 1, max: 5 }),
        (entryPoint, written, count) => {
          const found = suggestions(entryPoint, `--${written}`, count);
          assert.ok(found.length <= count && new Set(found).size === found.length);
          for (const name of found) assert.ok(release.entryPoint(entryPoint)?.flag(name));
        },
      ),
      { seed: 3, numRuns: 60 },
    );
  });

  it('a flag with one slip of the finger is among the first three', () => {
    const slips: ((name: string, at: number) => string)[] = [
      (name, at) => name.slice(0, at) + name.slice(at + 1),
      (name, at) => name.slice(0, at) + name.charAt(at) + name.slice(at),
      (name, at) => name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
      (name, at) => `${name.slice(0, at)}x${name.slice(at + 1)}`,
    ];
    const flags = release.entryPoint(P)?.flags ?? [];
    const every = byLevel({ fast: 6, default: 1, full: 1 });
    flags.forEach((flag, index) => {
      if (index % every !== 0) return;
      const slip = slips[index % slips.length];
      const at = 2 + ((index * 7) % (flag.name.length - 3));
      const written = slip?.(flag.name, at) ?? '';
      if (release.entryPoint(P)?.flag(written)) return;
      assert.ok(suggestions(P, written).includes(flag.name), `${written}: ${suggestions(P, written).join(' ')}`);
    });
  });

  it('the value behind `=` does not matter', () => {
    assert.deepEqual(suggestions(P, '--zero_stage=3'), suggestions(P, '--zero_stage'));
  });
});

describe('edit distance', () => {
  it('counts insertions, deletions, replacements and swaps of neighbours', () => {
    const cases: readonly (readonly [string, string, number])[] = [
      ['', '', 0],
      ['abc', 'abc', 0],
      ['', 'abc', 3],
      ['abc', '', 3],
      ['kitten', 'sitting', 3],
      ['ab', 'ba', 1],
      ['abcd', 'acbd', 1],
      ['ca', 'abc', 3],
      ['lr', 'rl', 1],
    ];
    for (const [a, b, distance] of cases) assert.equal(editDistance(a, b), distance, `${a} ${b}`);
  });

  it('is a distance: symmetric, zero only for equal texts, no longer than the longer text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = editDistance(a, b);
        assert.equal(distance, editDistance(b, a));
        assert.equal(distance === 0, a === b);
        assert.ok(distance <= Math.max(a.length, b.length) && distance >= Math.abs(a.length - b.length));
        assert.ok(similarity(a, b) >= 0 && similarity(a, b) <= 1);
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

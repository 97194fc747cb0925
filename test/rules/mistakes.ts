/** A mistake in a few words of a command line, what is said of it, and what the fix makes of them. */
export interface Mistake {
  readonly name: string;
  readonly entryPoint: string;
  readonly release: string;
  /** An option with its values per group. */
  readonly groups: readonly (readonly string[])[];
  /** Code and flagged text of each finding, in the order of the words. */
  readonly expect: readonly (readonly [code: string, text: string])[];
  /** The words after all certain fixes. */
  readonly fixed: readonly string[];
}

const PPO = 'train_ppo_ray';
const NEW = '0.11.2';
const LEVEL = '--algo.advantage.is_correction_level';
const MODE = '--algo.advantage.is_correction_mode';
const ENABLE = '--algo.advantage.is_correction_enable';
const TYPE = '--algo.advantage.is_correction_type';

function one(
  name: string,
  group: string,
  expect: readonly (readonly [string, string])[],
  fixed: string,
  entryPoint = PPO,
  release = NEW,
): Mistake {
  return several(name, [group], expect, fixed, entryPoint, release);
}

function several(
  name: string,
  groups: readonly string[],
  expect: readonly (readonly [string, string])[],
  fixed: string,
  entryPoint = PPO,
  release = NEW,
): Mistake {
  const split = (text: string) => text.split(' ').filter(Boolean);
  return { name, entryPoint, release, groups: groups.map(split), expect, fixed: split(fixed) };
}

/** One or more for each rule that has a certain fix on a command line. */
export const MISTAKES: readonly Mistake[] = [
  one('flat flag', '--zero_stage 3', [['old-flat-flag', '--zero_stage']], '--ds.zero_stage 3'),
  one('flat flag with =', '--zero_stage=3', [['old-flat-flag', '--zero_stage']], '--ds.zero_stage=3'),
  one('flat switch', '--colocate_all_models', [['old-flat-flag', '--colocate_all_models']], '--train.colocate_all'),
  one(
    'flat flag that became two',
    '--l2 0.01',
    [['old-flat-flag', '--l2']],
    '--actor.adam.weight_decay 0.01 --critic.adam.weight_decay 0.01',
  ),
  one(
    'flat flag with = that became two',
    '--max_norm=0.5',
    [['old-flat-flag', '--max_norm']],
    '--actor.max_norm=0.5 --critic.max_norm=0.5',
  ),
  one(
    'flat switch that became two',
    '--ref_reward_offload',
    [['old-flat-flag', '--ref_reward_offload']],
    '--ref.offload --reward.offload',
  ),
  one(
    'flat flag with two values that became two',
    '--adam_betas 0.9 0.95',
    [['old-flat-flag', '--adam_betas']],
    '--actor.adam.betas 0.9 0.95 --critic.adam.betas 0.9 0.95',
  ),
  one('dead switch', '--perf', [['old-flat-flag', '--perf']], ''),
  one('dead flag with a value', '--ptx_coef 0.05', [['old-flat-flag', '--ptx_coef']], ''),
  one('older switch with a value today', '--bf16', [['old-flat-flag', '--bf16']], '--ds.param_dtype bf16'),
  several(
    'lengths of before 0.9.8',
    ['--prompt_max_len 1024', '--generate_max_len 2048'],
    [
      ['old-flat-flag', '--prompt_max_len'],
      ['old-flat-flag', '--generate_max_len'],
    ],
    '--data.max_len 3072 --rollout.max_new_tokens 2048',
  ),
  one('made-up flag', '--ckpt.max_ckpt_num 3', [['unknown-flag', '--ckpt.max_ckpt_num']], '--ckpt.max_num 3'),
  one('flag with other dots', '--ds.zero-stage 3', [['unknown-flag', '--ds.zero-stage']], '--ds.zero_stage 3'),
  one('flag with one dash', '-ds.zero_stage 3', [['unknown-flag', '-ds.zero_stage']], '--ds.zero_stage 3'),
  one(
    'flag of another entry point',
    '--actor.model_name_or_path m',
    [['wrong-entry-flag', '--actor.model_name_or_path']],
    '--model.model_name_or_path m',
    'train_sft',
  ),
  one(
    'flag of the other trainers',
    '--data.dataset d',
    [['wrong-entry-flag', '--data.dataset']],
    '--data.prompt_dataset d',
  ),
  one(
    'flag of the README',
    '--actor.pretrain_mode_enable',
    [['docs-flag-typo-pretrain-mode', '--actor.pretrain_mode_enable']],
    '--model.pretrain_mode_enable',
    'train_sft',
  ),
  one('correction', ENABLE, [['is-correction-renamed', ENABLE]], `${LEVEL} token ${MODE} clip`),
  several(
    'correction with a type',
    [ENABLE, `${TYPE} icepop`],
    [
      ['is-correction-renamed', ENABLE],
      ['is-correction-renamed', TYPE],
    ],
    `${LEVEL} token ${MODE} mask`,
  ),
  several(
    'correction with a type before it',
    [`${TYPE}=seq-mask-tis`, ENABLE],
    [
      ['is-correction-renamed', TYPE],
      ['is-correction-renamed', ENABLE],
    ],
    `${LEVEL} seq ${MODE} mask`,
  ),
  several(
    'correction with gspo',
    [ENABLE, '--actor.policy_loss_type gspo', `${TYPE} tis`],
    [
      ['is-correction-renamed', ENABLE],
      ['is-correction-renamed', TYPE],
    ],
    `${LEVEL} token --actor.policy_loss_type gspo`,
  ),
  several(
    'flat correction',
    ['--enable_vllm_is_correction', '--vllm_is_correction_type tis', '--vllm_is_truncated_threshold 0.5 5.0'],
    [
      ['old-flat-flag', '--enable_vllm_is_correction'],
      ['old-flat-flag', '--vllm_is_correction_type'],
      ['old-flat-flag', '--vllm_is_truncated_threshold'],
    ],
    `${LEVEL} token ${MODE} clip --algo.advantage.is_correction_threshold 0.5 5.0`,
  ),
  several(
    'correction of 0.11.2 on an older release',
    [`${LEVEL} token`, `${MODE} clip`],
    [
      ['flag-of-other-release', LEVEL],
      ['flag-of-other-release', MODE],
    ],
    ENABLE,
    PPO,
    '0.11.0',
  ),
  several(
    'correction by sequence on an older release',
    [`${LEVEL} seq`, '--algo.advantage.is_correction_gating ratio'],
    [
      ['flag-of-other-release', LEVEL],
      ['flag-of-other-release', '--algo.advantage.is_correction_gating'],
    ],
    `${ENABLE} ${TYPE} seq-mask-tis`,
    PPO,
    '0.11.1',
  ),
  one('abbreviated flag', '--actor.adam.l 1e-6', [['abbrev-used', '--actor.adam.l']], '--actor.adam.lr 1e-6'),
  one('abbreviated flag with =', '--actor.adam.l=1e-6', [['abbrev-used', '--actor.adam.l']], '--actor.adam.lr=1e-6'),
  one('integer as a float', '--data.max_samples 1e5', [['int-literal', '1e5']], '--data.max_samples 100000'),
  one('integer with a point', '--ds.zero_stage=2.0', [['int-literal', '2.0']], '--ds.zero_stage=2'),
  one(
    'estimator by its other name',
    '--algo.advantage.estimator grpo',
    [['invalid-choice', 'grpo']],
    '--algo.advantage.estimator group_norm',
  ),
  one('choice in capitals', '--ds.param_dtype=BF16', [['invalid-choice', 'BF16']], '--ds.param_dtype=bf16'),
  one('True behind a switch', '--train.colocate_all True', [['bool-flag-with-value', 'True']], '--train.colocate_all'),
  one('False behind a switch', '--train.async_enable False', [['bool-flag-with-value', 'False']], ''),
  one(
    'a switch with =True',
    '--ds.packing_samples=True',
    [['bool-flag-eq-value', '--ds.packing_samples=True']],
    '--ds.packing_samples',
  ),
  one('a switch with =false', '--ref.offload=false', [['bool-flag-eq-value', '--ref.offload=false']], ''),
  one(
    'two values with a comma',
    '--actor.adam.betas 0.9,0.95',
    [['nargs2-arity', '--actor.adam.betas']],
    '--actor.adam.betas 0.9 0.95',
  ),
  one(
    'two values with =',
    '--actor.adam.betas=0.9 0.95',
    [['nargs2-arity', '--actor.adam.betas']],
    '--actor.adam.betas 0.9 0.95',
  ),
  one(
    'a negative number with an exponent',
    '--reward.stop_properly_penalty_coef -5e-1',
    [['negative-literal', '-5e-1']],
    '--reward.stop_properly_penalty_coef -0.5',
  ),
  one('a value with a dash', '--data.input_key -x', [['missing-value', '-x']], '--data.input_key=-x'),
  one('None as a text', '--reward.model_name_or_path None', [['none-literal', 'None']], ''),
  one('a local rank', '--local_rank 0', [['ppo-local-rank', '0']], ''),
  one('a lone --', '-- --ds.zero_stage 2', [['positional-token', '--']], '--ds.zero_stage 2'),
];

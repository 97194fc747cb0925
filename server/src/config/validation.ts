import type { PythonValue } from '../launch/binding.ts';
import { both, not, type Draft } from './draft.ts';

/** One statement of the program's check that puts a value in place of another. */
type Step = (draft: Draft) => void;

const NONE: PythonValue = { type: 'NoneType', value: null };
const str = (value: string): PythonValue => ({ type: 'str', value });
const bool = (value: boolean): PythonValue => ({ type: 'bool', value });

/**
 * By entry point, what the check behind `parse_args` puts in place of arguments, in its order: `openrlhf/cli/*.py` of
 * 0.10.2 to 0.11.2, which differ in nothing that is here but the correction threshold, where the number of values tells.
 */
export const VALIDATION: Readonly<Record<string, readonly Step[]>> = {
  train_ppo_ray: [
    epsClip,
    (draft) => {
      draft.force('reward.remote_url', draft.isTrue('train.agent_func_path'), str('agent'));
    },
    correctionThreshold,
    critic,
    remoteUrls,
    template,
    (draft) => {
      draft.force('ds.packing_samples', moreThanOne(draft, 'ds.ring_attn_size'), bool(true));
    },
    (draft) => {
      draft.force('ds.packing_samples', draft.isTrue('train.dynamic_batch_enable'), bool(true));
    },
    rolloutTokens,
    attention,
    (draft) => {
      draft.force('vllm.enable_sleep', not(draft.isTrue('train.colocate_all')), bool(false));
    },
    generateBatch,
  ],
};

function epsClip(draft: Draft): void {
  const clip = draft.value('actor.eps_clip');
  const pair: PythonValue | undefined = clip && { type: 'tuple', value: [clip, clip] };
  draft.force('actor.eps_clip_low_high', and(draft.isNone('actor.eps_clip_low_high'), 'actor.eps_clip'), pair);
}

/** One value is an upper bound; only 0.11.2 accepts one. */
function correctionThreshold(draft: Draft): void {
  const dest = 'algo.advantage.is_correction_threshold';
  const [only] = listOf(draft.value(dest));
  if (only === undefined) return;
  const single = draft.is(dest, (value) => listOf(value).length === 1);
  draft.force(dest, single, { type: 'list', value: [{ type: 'float', value: 0 }, only] });
}

/** Only GAE has a critic; without a model of its own it takes the first reward model, or the actor's. */
function critic(draft: Draft): void {
  const dest = 'critic.model_name_or_path';
  const gae = draft.is('algo.advantage.estimator', ({ value }) => value === 'gae');
  const remote = draft.isTrue('reward.remote_url');
  const unset = both(gae, draft.isNone(dest));
  const reward = draft.value('reward.model_name_or_path');
  const first = typeof reward?.value === 'string' ? str(reward.value.split(',')[0] ?? '') : undefined;
  // Without any reward model the program stops here.
  const local = both(unset, not(remote));
  const none = reward?.type === 'NoneType';
  draft.force(dest, not(gae), NONE);
  if (!none) draft.force(dest, and(local, 'reward.model_name_or_path'), first);
  const actor = 'actor.model_name_or_path';
  draft.force(dest, and(both(unset, remote), actor), draft.value(actor));
}

function remoteUrls(draft: Draft): void {
  const dest = 'reward.remote_url';
  const url = draft.value(dest);
  const list = typeof url?.value === 'string' ? url.value.split(',').map(str) : undefined;
  if (list !== undefined) draft.force(dest, draft.isTrue(dest), { type: 'list', value: list });
}

function template(draft: Draft): void {
  const dest = 'data.input_template';
  const without = draft.is(dest, ({ value }) => typeof value === 'string' && value !== '' && !value.includes('{}'));
  draft.force(dest, without, NONE);
}

function rolloutTokens(draft: Draft): void {
  const dest = 'rollout.max_tokens_per_gpu';
  const from = 'train.max_tokens_per_gpu';
  const unset = both(draft.isTrue('train.dynamic_batch_enable'), draft.isNone(dest));
  draft.force(dest, and(unset, from), draft.value(from));
}

function attention(draft: Draft): void {
  const dest = 'ds.attn_implementation';
  const other = draft.is(dest, ({ value }) => typeof value === 'string' && !value.includes('flash_attention'));
  draft.force(dest, both(draft.isTrue('ds.packing_samples'), other), str('flash_attention_2'));
}

function generateBatch(draft: Draft): void {
  const dest = 'rollout.vllm_generate_batch_size';
  const from = 'rollout.batch_size';
  draft.force(dest, and(not(draft.isTrue(dest)), from), draft.value(from));
}

function moreThanOne(draft: Draft, dest: string): ReturnType<Draft['is']> {
  return draft.is(dest, ({ value }) => Number(value) > 1);
}

/** The same condition, with a dest whose value is taken over. */
function and<T extends { readonly dests: readonly string[] }>(verdict: T, dest: string): T {
  return { ...verdict, dests: [...verdict.dests, dest] };
}

function listOf(value: PythonValue | undefined): readonly PythonValue[] {
  return typeof value?.value === 'object' && value.value !== null ? value.value : [];
}

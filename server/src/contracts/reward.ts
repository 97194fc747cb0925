import type { ContractCall, ContractKey } from './model.ts';

/** Keys of the dict that a reward function returns, and of the JSON object that a reward server answers with. */
export const REWARD_RESULT: readonly ContractKey[] = [
  {
    name: 'rewards',
    required: true,
    type: 'number, or tensor or list of one element',
    doc: 'What the sample is trained on. Without it the run ends after the first rollout. Up to OpenRLHF 0.11.1 it must not be an integer or a bool when a prompt has several samples.',
  },
  {
    name: 'scores',
    required: false,
    type: 'number from 0 to 1, or tensor or list of one element',
    doc: 'What dynamic filtering judges by: a group of samples whose mean lies outside `--algo.dynamic_filtering_range` is dropped. `rewards` takes its place when it is missing.',
  },
  {
    name: 'extra_logs',
    required: false,
    type: 'dict of numbers or tensors of one element',
    doc: 'Further metrics by name, averaged and logged. Every sample has to give the same names; text, `None` and nested dicts end the run.',
  },
];

/** `reward_func` of the file that `--reward.remote_url` names. */
export const REWARD_FUNCTION: ContractCall = {
  name: 'reward_func',
  isAsync: false,
  parameters: [
    {
      name: 'queries',
      passed: 'position',
      required: true,
      type: 'list of one str',
      doc: 'Prompt and answer of one sample as text, special tokens included. A prompt that was too long has lost its beginning.',
    },
    {
      name: 'prompts',
      passed: 'position',
      required: true,
      type: 'list of one str',
      doc: 'The prompt as it was given to the model, chat template applied.',
    },
    {
      name: 'labels',
      passed: 'position',
      required: true,
      type: 'list of one value',
      doc: 'What the dataset has under `--data.label_key`; the empty string where no key is set.',
    },
  ],
  returns: REWARD_RESULT,
  doc: 'Called once per sample, with lists of length one, in threads of every vLLM engine; not awaited. An exception is logged in one line and the run ends later with an unrelated message.',
  source: 'openrlhf/utils/agent.py:303-320',
};

/** Names of `extra_logs` that the trainer writes itself, with the first release that does. */
export const RESERVED_LOGS: readonly { readonly name: string; readonly since?: string }[] = [
  ...[
    'reward',
    'score',
    'kl',
    'logprobs_diff',
    'return',
    'group_reward_std',
    'response_clip_ratio',
    'ppo_clip_ratio',
    'ppo_kl',
    'vllm_kl',
  ].map((name) => ({ name })),
  // openrlhf/trainer/ray/ppo_actor.py:316 of 0.11.2
  { name: 'is_filter_ratio', since: '0.11.2' },
];

/** Fields of what is posted to a reward server, each a list of one item. */
export const SERVER_REQUEST: readonly ContractKey[] = [
  {
    name: 'query',
    required: true,
    type: 'list of one str',
    doc: 'Prompt and answer of one sample as text, special tokens included.',
  },
  { name: 'prompts', required: true, type: 'list of one str', doc: 'The prompt as it was given to the model.' },
  { name: 'labels', required: true, type: 'list of one value', doc: 'What the dataset has under `--data.label_key`.' },
];

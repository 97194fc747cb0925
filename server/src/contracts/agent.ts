import type { ContractCall, ContractKey } from './model.ts';

/** Keys of the dict that `step` returns. */
export const STEP_RESULT: readonly ContractKey[] = [
  {
    name: 'rewards',
    required: true,
    type: '0-dim or 1-element tensor (anything with `.item()`)',
    doc: 'The reward of this turn. The rewards of all turns are added up and train the whole episode. A plain number has no `.item()` and ends the run.',
  },
  {
    name: 'environment_feedback',
    required: true,
    type: 'str',
    doc: 'What the environment says to this turn, appended to the conversation as it is: the marks of the chat template belong to it. Empty for nothing.',
  },
  {
    name: 'done',
    required: true,
    type: 'bool',
    doc: 'True ends the episode. Without it the episode goes on until `--data.max_len` is full.',
  },
  {
    name: 'scores',
    required: false,
    type: 'number, or tensor of one element',
    doc: 'What dynamic filtering judges by; the one of the last turn counts. The sum of the rewards takes its place when it is missing.',
  },
  {
    name: 'extra_logs',
    required: false,
    type: 'dict of numbers or tensors of one element',
    doc: 'Further metrics by name; those of the last turn count. Every episode has to end with the same names, also one that is cut off.',
  },
  {
    name: 'sampling_params',
    required: false,
    type: 'vllm.SamplingParams',
    doc: 'Replaces the sampling parameters from the next turn on.',
  },
  {
    name: 'environment_images',
    required: false,
    type: 'list of images (path, URL, base64, bytes or PIL)',
    doc: 'Images that the feedback shows; its text needs an image placeholder for each. For vision models only (`--data.max_images_per_prompt`).',
  },
];

/** Keys of the `states` that `step` is given. */
export const STEP_STATES: readonly ContractKey[] = [
  {
    name: 'observation_text',
    required: true,
    type: 'str',
    doc: 'The conversation so far: the first observation, all actions and all feedback before this turn.',
  },
  { name: 'action_text', required: true, type: 'str', doc: 'What the model has answered in this turn.' },
  { name: 'label', required: true, type: 'str', doc: 'What the dataset has under `--data.label_key`.' },
  {
    name: 'sampling_params',
    required: true,
    type: 'vllm.SamplingParams',
    doc: 'The parameters that this turn was sampled with.',
  },
];

/** Keys of the `states` that `reset` is given. */
export const RESET_STATES: readonly ContractKey[] = [
  { name: 'observation', required: true, type: 'str', doc: 'The prompt, chat template applied.' },
  { name: 'label', required: true, type: 'str', doc: 'What the dataset has under `--data.label_key`.' },
];

export const RESET_RESULT: readonly ContractKey[] = [
  { name: 'observation', required: true, type: 'str', doc: 'The text that the model starts from.' },
];

/** Keys of the dict that `execute` of an executor of one's own returns. */
export const EXECUTE_RESULT: readonly ContractKey[] = [
  { name: 'prompt', required: true, type: 'str', doc: 'The prompt as it was given.' },
  { name: 'label', required: true, type: 'str', doc: 'The label as it was given.' },
  {
    name: 'observation_tokens',
    required: true,
    type: 'list of int',
    doc: 'All tokens, prompt and answers and feedback, in their order.',
  },
  {
    name: 'action_ranges',
    required: true,
    type: 'list of (start, end)',
    doc: 'Where in `observation_tokens` the tokens stand that the model wrote; only these are trained.',
  },
  {
    name: 'rollout_log_probs',
    required: true,
    type: 'list of float, or None',
    doc: 'Log probability of each token of `observation_tokens`, 0 for those that the model did not write; needed when the correction of importance sampling is on.',
  },
  {
    name: 'reward',
    required: false,
    type: 'number',
    doc: 'What the sample is trained on. It may only be missing by name: with an agent there is no reward model, so that without a reward the run ends.',
  },
  { name: 'scores', required: false, type: 'number', doc: 'What dynamic filtering judges by.' },
  {
    name: 'extra_logs',
    required: false,
    type: 'dict of numbers',
    doc: 'Further metrics by name, the same for every sample.',
  },
  {
    name: 'truncated',
    required: false,
    type: 'bool',
    doc: 'The last generation was cut off; `--reward.stop_properly_penalty_coef` and `truncated_rate` read it.',
  },
  { name: 'images', required: false, type: 'list', doc: 'The images of the prompt as they were given.' },
  {
    name: 'mm_train_inputs',
    required: false,
    type: 'dict of tensors',
    doc: 'What the processor of a vision model has made of the images.',
  },
];

export const RESET: ContractCall = {
  name: 'reset',
  isAsync: true,
  parameters: [
    { name: 'states', passed: 'position', required: true, type: 'dict', doc: 'Prompt and label of the sample.' },
  ],
  returns: RESET_RESULT,
  doc: 'Awaited once, before the first turn of an episode. May be left out: then the prompt is the first observation.',
  source: 'openrlhf/utils/agent.py:42-43',
};

export const STEP: ContractCall = {
  name: 'step',
  isAsync: true,
  parameters: [
    {
      name: 'states',
      passed: 'position',
      required: true,
      type: 'dict',
      doc: 'The conversation and the answer of this turn.',
    },
  ],
  returns: STEP_RESULT,
  doc: 'Awaited after every turn, on the event loop that all samples of the vLLM engine share: what blocks here blocks all of them.',
  source: 'openrlhf/utils/agent.py:109-125',
};

export const EXECUTE: ContractCall = {
  name: 'execute',
  isAsync: true,
  parameters: [
    { name: 'prompt', passed: 'keyword', required: true, type: 'str', doc: 'The prompt, chat template applied.' },
    {
      name: 'label',
      passed: 'keyword',
      required: true,
      type: 'str',
      doc: 'What the dataset has under `--data.label_key`.',
    },
    {
      name: 'sampling_params',
      passed: 'keyword',
      required: true,
      type: 'vllm.SamplingParams',
      doc: 'Shared by the samples of a prompt: copy it before a change.',
    },
    {
      name: 'max_length',
      passed: 'keyword',
      required: true,
      type: 'int',
      doc: 'Most tokens of the whole sample (`--data.max_len`).',
    },
    {
      name: 'hf_tokenizer',
      passed: 'keyword',
      required: true,
      type: 'tokenizer, or processor of a vision model',
      doc: 'Of the actor.',
    },
    {
      name: 'llm_engine',
      passed: 'keyword',
      required: true,
      type: 'the vLLM actor',
      doc: '`await llm_engine.generate(token_ids, sampling_params, multi_modal_data=…)` gives a vLLM output.',
    },
    {
      name: 'images',
      passed: 'keyword',
      required: true,
      type: 'list, or None',
      doc: 'Images of the prompt; always given.',
    },
  ],
  returns: EXECUTE_RESULT,
  doc: 'Awaited once per sample; all samples of a prompt at once. An exception ends the run.',
  source: 'openrlhf/trainer/ray/vllm_engine.py:184-206',
};

/** Dotted names of what OpenRLHF gives for agents, all from `openrlhf/utils/agent.py`. */
export const AGENT_MODULE = 'openrlhf.utils.agent';
export const EXECUTOR_BASES = ['AgentExecutorBase', 'MultiTurnAgentExecutor', 'SingleTurnAgentExecutor'] as const;
export const INSTANCE_BASE = 'AgentInstanceBase';

/** All names of the module that can be imported, in any bundled release. */
export const MODULE_NAMES: readonly string[] = [
  ...EXECUTOR_BASES,
  INSTANCE_BASE,
  'ABC',
  'abstractmethod',
  'aiohttp',
  'asyncio',
  'cycle',
  'deepcopy',
  'init_logger',
  'logger',
];

/** Names of what `step` and `reset` are given. */
export const STEP_KEYS = STEP_STATES.map(({ name }) => name);
export const RESET_KEYS = RESET_STATES.map(({ name }) => name);

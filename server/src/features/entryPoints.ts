/** What each entry point is for, in a sentence; hover on a module and completion after `-m` show it. */
const SUMMARIES: Readonly<Record<string, string>> = {
  train_ppo_ray:
    'Reinforcement learning on Ray: PPO, REINFORCE++, RLOO, GRPO and Dr. GRPO, with vLLM for generation. Run it with plain `python3 -m`, or through `ray job submit`.',
  train_sft: 'Supervised fine-tuning. Run it with `deepspeed --module`.',
  train_rm: 'Trains a reward model on pairs of a chosen and a rejected answer. Run it with `deepspeed --module`.',
  train_dpo: 'Direct preference optimisation on pairs, without a reward model. Run it with `deepspeed --module`.',
  serve_rm: 'Serves a reward model over HTTP, for `--reward.remote_url` of a training run.',
  lora_combiner: 'Merges a LoRA adapter into its base model and saves the result.',
};

export function entryPointSummary(name: string): string {
  const summary = SUMMARIES[name];
  return `**\`openrlhf.cli.${name}\`**${summary === undefined ? '' : `\n\n${summary}`}`;
}

#!/bin/bash
# GRPO on one node of eight GPUs: every model shares all of them, and vLLM gives way to training between rollouts.
# openrlhf: release 0.11.2
set -euo pipefail

MODEL=${MODEL:-Qwen/Qwen3-4B-Thinking-2507}
GPUS=8
RUN=grpo-${MODEL##*/}
OUTPUT=./runs/${RUN}

# Who gets how many GPUs. With colocate_all, engines times tensor parallel size is the number of actor GPUs.
PLACEMENT=(
  --train.colocate_all
  --actor.num_nodes 1
  --actor.num_gpus_per_node "${GPUS}"
  --ref.num_nodes 1
  --ref.num_gpus_per_node "${GPUS}"
  --vllm.num_engines $((GPUS / 2))
  --vllm.tensor_parallel_size 2
  --vllm.gpu_memory_utilization 0.6
  --vllm.enable_sleep
  --vllm.sync_backend nccl
)

# 128 prompts with 8 answers each: 1024 samples a step, in two updates of 512.
BATCHES=(
  --rollout.batch_size 128
  --rollout.n_samples_per_prompt 8
  --rollout.micro_batch_size 8
  --train.batch_size 512
  --train.micro_batch_size 4
  --train.num_episodes 1
)

ALGORITHM=(
  --algo.advantage.estimator group_norm
  --algo.kl.use_loss
  --algo.kl.estimator k3
  --algo.kl.init_coef 1e-3
  --actor.eps_clip_low_high 0.2 0.28
  --actor.adam.lr 5e-7
  --actor.adam.betas 0.9 0.95
)

DATA=(
  --data.prompt_dataset ./data/prompts.jsonl
  --data.input_key prompt
  --data.label_key answer
  --data.apply_chat_template
  --data.max_len 8192
  --rollout.max_new_tokens 6144
  --reward.remote_url ./reward_func.py
)

# Settings of the hardware; LOGGING is empty unless a W&B key is in the environment.
SYSTEM=(
  --ds.zero_stage 3
  --ds.param_dtype bf16
  --ds.enable_sleep
  --ds.packing_samples
  --actor.gradient_checkpointing_enable
)
LOGGING=()
if [[ -n ${WANDB_API_KEY:-} ]]; then
  LOGGING+=(--logger.wandb.key "${WANDB_API_KEY}" --logger.wandb.run_name "${RUN}")
fi

ray job submit --address="http://127.0.0.1:8265" \
  --runtime-env-json='{"working_dir": "."}' \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path "${MODEL}" \
  --ckpt.output_dir "${OUTPUT}" \
  --ckpt.path "${OUTPUT}/checkpoints" \
  --ckpt.save_steps 20 \
  --ckpt.save_hf \
  "${PLACEMENT[@]}" \
  "${BATCHES[@]}" \
  "${ALGORITHM[@]}" \
  "${DATA[@]}" \
  "${SYSTEM[@]}" \
  "${LOGGING[@]}"

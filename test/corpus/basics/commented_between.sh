#!/usr/bin/env bash
# construct: commented-out-flags, arrays, array-comments
# known: all
ARGS=(
  --actor.model_name_or_path Qwen/Qwen3-8B
  # --actor.model_name_or_path Qwen/Qwen3-4B
  --train.batch_size 128   # was 256
  #--vllm.enforce_eager
  --data.max_len 2048
)
# python3 -m openrlhf.cli.train_sft "${ARGS[@]}"
python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}"

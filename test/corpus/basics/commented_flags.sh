#!/usr/bin/env bash
# construct: commented-out-flags, continuation-lines, ray-job-submit
# known: all
ray job submit --address="http://127.0.0.1:8265" \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Qwen3-4B \
  --train.batch_size 128 \
  --rollout.batch_size 256
  # --vllm.enable_sleep \
  # --ds.enable_sleep

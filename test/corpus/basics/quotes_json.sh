#!/usr/bin/env bash
# construct: quotes, runtime-env-json, ray-job-submit, variables
# known: all
export WANDB_KEY=abc123
WORK=/data/openrlhf
ray job submit --address http://127.0.0.1:8265 \
  --runtime-env-json '{"working_dir": "'$WORK'", "env_vars": {"WANDB_API_KEY": "'"$WANDB_KEY"'", "NCCL_DEBUG": "WARN"}}' \
  -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path "$WORK/models/qwen" \
  --logger.wandb.key "$WANDB_KEY" \
  --reward.remote_url "${WORK}/reward.py"

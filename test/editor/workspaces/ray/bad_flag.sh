#!/bin/bash
# openrlhf: release 0.11.2
ray job submit --no-wait --runtime-env-json='{"working_dir": "."}' -- python3 -m openrlhf.cli.train_ppo_ray \
  --actor.model_name_or_path Qwen/Bad-Flag \
  --reward.remote_url ./reward_func.py \
  --data.prompt_dataset ./data/prompts.jsonl \
  --train.colocate_evrything

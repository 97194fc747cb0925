#!/usr/bin/env bash
# construct: runtime-env-json, ray-job-submit, quotes
# known: all
RUN=grpo
ray job submit --runtime-env-json='{"env_vars": {"RUN": "'"${RUN}"'", "KEY": "'${WANDB_API_KEY}'"}}' -- \
  python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.run_name ${RUN} --logger.wandb.project 'p'"$RUN"

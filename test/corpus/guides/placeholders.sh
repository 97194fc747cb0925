#!/usr/bin/env bash
# construct: guides, quotes, ray-job-submit
# known: all
ray job submit -- python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key {wandb_token} --ckpt.output_dir "<OPENRLHF_ROOT_PATH>/out" --partition { gpu } \
  --x your/model

#!/usr/bin/env bash
# construct: repeated-flag, continuation-lines, ray-job-submit
# known: all
ray job submit -- python3 -m openrlhf.cli.train_ppo_ray \
  --vllm.num_engines 4 \
  --data.max_len 4096 \
  --vllm.num_engines 8 \
  --data.max_len 8192

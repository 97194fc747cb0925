#!/usr/bin/env bash
# construct: python-u-m, ray-job-submit, continuation-lines
# known: all
ray job submit --no-wait \
  --working-dir . \
  -- python3 -u \
     -m openrlhf.cli.train_ppo_ray \
     --train.async_enable \
     --train.partial_rollout_enable

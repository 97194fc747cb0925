#!/bin/bash
python3 -m openrlhf.cli.train_ppo_ray \
  --reward.remote_url reward_func.py \
  --algo.advantage.is_correction_enable

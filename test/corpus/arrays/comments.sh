#!/usr/bin/env bash
# construct: array-comments, arrays
# known: all
ARGS=(
  # ---- model ----
  --actor.model_name_or_path Qwen/Qwen3-4B   # base, not instruct
  --reward.remote_url "http://10.1.1.1:5000/get_reward"  # "quoted" comment

  # ---- optimiser: don't touch ----
  --actor.adam.lr 5e-7
  #   --actor.adam.lr 1e-6
)
python3 -m openrlhf.cli.train_ppo_ray "${ARGS[@]}"

#!/usr/bin/env bash
# construct: local, functions, array-append, arrays
# known: all
train() {
  local name=$1; shift
  local -a args=(--logger.wandb.run_name "$name")
  args+=("$@")
  python3 -m openrlhf.cli.train_ppo_ray "${args[@]}"
}
train "first run" --train.seed 1
train second

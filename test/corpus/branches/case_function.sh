#!/usr/bin/env bash
# construct: case, functions, local
# known: all
flags_for() {
  local kind=$1
  case $kind in
    kl*) FLAGS=(--algo.kl.use_loss --algo.kl.estimator "$kind") ;;
    none) FLAGS=() ;;
  esac
}
flags_for k
flags_for kl2
python3 -m openrlhf.cli.train_ppo_ray "${FLAGS[@]}"
flags_for none
python3 -m openrlhf.cli.train_ppo_ray "${FLAGS[@]}" --train.seed 1

#!/usr/bin/env bash
# construct: local, loops, functions
# known: all
sweep() {
  local lr
  for lr in "$@"; do
    python3 -m openrlhf.cli.train_sft --adam.lr $lr
  done
}
sweep 1e-6 2e-6 4e-6

#!/usr/bin/env bash
# construct: local, functions, loops
# known: all
EXTRA=(--train.seed 7)
NAME=outer
train() {
  for lr in 1e-6 2e-6; do
    local -a EXTRA=(--adam.lr "$lr")
    local NAME=inner
    python -m openrlhf.cli.train_sft --ckpt.output_dir "$NAME" "${EXTRA[@]}"
  done
  local SEED=1
}
train
python -m openrlhf.cli.train_sft --ckpt.output_dir "$NAME" "${EXTRA[@]}"

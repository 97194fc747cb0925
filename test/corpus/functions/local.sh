#!/usr/bin/env bash
# construct: functions, local, variables
# known: all
LR=9e-9
train() {
  local lr=$1
  local out="runs/lr_$lr" seed=42
  local -r beta=0.1
  python3 -m openrlhf.cli.train_dpo --adam.lr "$lr" --ckpt.output_dir "$out" --train.seed $seed --beta $beta --LR $LR
}
train 5e-7
train 1e-6

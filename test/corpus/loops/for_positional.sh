#!/usr/bin/env bash
# construct: loops, positional-parameters
# known: all
# may: repeated, conditional
for lr in "$@"; do
  python3 -m openrlhf.cli.train_sft --adam.lr "$lr" --train.max_epochs 1
done
python3 -m openrlhf.cli.train_sft --adam.lr 1

#!/usr/bin/env bash
# construct: loops, arithmetic
# known: all
for ((i = 0; i < 3; i++)); do
  python3 -m openrlhf.cli.train_sft --train.seed $((i * 10))
done

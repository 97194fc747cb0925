#!/usr/bin/env bash
# construct: loops, command-substitution
# known: all
# may: repeated, conditional
for i in $(seq 1 3); do
  python3 -m openrlhf.cli.train_sft --train.seed 7
done

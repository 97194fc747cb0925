#!/usr/bin/env bash
# construct: globs, continuation-lines
# known: all
python3 -m openrlhf.cli.train_sft --data.dataset *.jsonl --train.seed 1 \
  --x [0-9] --y ? --adam.lr 5e-6

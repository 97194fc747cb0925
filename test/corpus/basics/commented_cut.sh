#!/usr/bin/env bash
# construct: commented-out-flags, continuation-lines
# known: all
python3 -m openrlhf.cli.train_rm \
  --train.max_epochs 1 \
  # --ds.zero_stage 2 \
  --adam.lr 9e-6 \
  --data.max_len 8192
echo finished

#!/usr/bin/env bash
# construct: guides, several-flags-a-line
# known: all
LR=5e-6
python3 -m openrlhf.cli.train_sft --adam.lr 1e-6 --train.seed 1
python3 -m openrlhf.cli.train_sft --adam.lr $LR \
  --never 1

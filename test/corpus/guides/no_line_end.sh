#!/usr/bin/env bash
# construct: guides, continuation-lines
# known: all
python3 -m openrlhf.cli.train_sft \
  --adam.lr 5e-6 \
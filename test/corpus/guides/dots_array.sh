#!/usr/bin/env bash
# construct: guides, arrays
# known: all
ARGS=(
  --train.seed 1
  ...
)
python3 -m openrlhf.cli.train_sft "${ARGS[@]}" …

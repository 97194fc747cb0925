#!/usr/bin/env bash
# construct: eval, continuation-lines
# known: all
eval "python3 -m openrlhf.cli.train_sft \
  --a 1 \
  --b 2"
CMD="echo start
python3 -m openrlhf.cli.train_dpo --beta 0.1"
eval "$CMD"

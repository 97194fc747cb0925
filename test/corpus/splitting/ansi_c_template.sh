#!/usr/bin/env bash
# construct: ansi-c, continuation-lines, flag-equals-value
# known: all
python3 -m openrlhf.cli.train_sft \
  --data.input_template=$'Human: {}\nAssistant: ' \
  --x $'\"quoted\"'

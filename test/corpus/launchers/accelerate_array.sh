#!/usr/bin/env bash
# construct: accelerate, arrays, array-comments
# known: all
LAUNCH=(accelerate launch
  --num_machines 1   # one node
  --num_processes 8
)
"${LAUNCH[@]}" -m openrlhf.cli.train_rm --adam.lr 9e-6

#!/usr/bin/env bash
# construct: word-splitting, cmd-variable
# known: all
FLAGS="
  --train.max_epochs 1
  --adam.lr 9e-6   --data.max_len	2048
"
CMD="python3 -m openrlhf.cli.train_rm"
$CMD $FLAGS

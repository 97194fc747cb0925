#!/usr/bin/env bash
# construct: guides, string-append, cmd-variable
# known: all
CMD="python3 -m openrlhf.cli.train_sft \\
  --adam.lr 5e-6 \\
  --train.seed 1"
CMD+=" ..."
$CMD
eval $CMD
eval "$CMD"

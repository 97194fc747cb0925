#!/usr/bin/env bash
# construct: sh-c, continuation-lines, several-flags-a-line
# known: all
sh -c '
  set -e
  echo starting
  python3 -m openrlhf.cli.train_sft \
    --adam.lr 5e-6 --data.max_len 2048 \
    --ckpt.output_dir out
'

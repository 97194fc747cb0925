#!/usr/bin/env bash
# construct: loops, if
# known: all
for lr in 1 2 3 4; do
  if [ $lr = 2 ]; then continue; fi
  [ $lr = 4 ] && break
  python3 -m openrlhf.cli.train_sft --adam.lr $lr
done

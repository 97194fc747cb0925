#!/usr/bin/env bash
# construct: loops, globs
# known: all
# may: repeated, conditional
for file in *.jsonl; do
  python3 -m openrlhf.cli.train_sft --data.dataset "$file" --train.max_epochs 1
done

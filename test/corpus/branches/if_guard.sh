#!/usr/bin/env bash
# construct: if
# known: all
if [ ! -d "$HOME" ]; then
  echo "no home"
  exit 1
fi
python3 -m openrlhf.cli.train_sft --train.max_epochs 1

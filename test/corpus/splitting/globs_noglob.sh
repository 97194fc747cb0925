#!/usr/bin/env bash
# construct: globs, word-splitting
# known: all
set -f
PATTERN='*.jsonl [ab]'
python3 -m openrlhf.cli.train_sft --a *.jsonl --b $PATTERN --c ?

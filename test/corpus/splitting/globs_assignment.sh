#!/usr/bin/env bash
# construct: globs, variables, array-append
# known: all
STAR=*.jsonl
ONE=a* TWO=[x]
python3 -m openrlhf.cli.train_sft --a "$STAR" --b "$ONE$TWO" --c "${STAR%.*}"

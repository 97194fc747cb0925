#!/usr/bin/env bash
# construct: slices, arrays, arithmetic
# known: all
L=(1 2 3 4 5 6)
HALF=$(( ${#L[@]} / 2 ))
python3 -m openrlhf.cli.train_sft --first "${L[@]:0:HALF}" --second "${L[@]:$HALF}"

#!/usr/bin/env bash
# construct: loops, command-substitution
# known: all
# may: repeated, conditional
N=0
while [ $N -lt $(nvidia-smi -L | wc -l) ]; do
  python3 -m openrlhf.cli.serve_rm --reward.model_name_or_path rm
  N=$((N + 1))
done

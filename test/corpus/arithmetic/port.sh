#!/usr/bin/env bash
# construct: arithmetic, loops
# known: all
BASE=5000
for i in 0 1 2; do
  python3 -m openrlhf.cli.serve_rm --port $((BASE + i)) --reward.model_name_or_path rm_$((i+1))
done

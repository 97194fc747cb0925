#!/usr/bin/env bash
# construct: array-comments, array-append
# known: all
ARGS=( # all of it
  --seed 1 # one
)
ARGS+=(
  # (with a bracket)
  --x '# no comment' --y no#comment # ) not the end
)
python3 -m openrlhf.cli.train_rm "${ARGS[@]}"

#!/usr/bin/env bash
# construct: array-comments, nested-expansion
# known: all
NONE=(
  # nothing yet
)
SOME=(
  "${NONE[@]}"  # empty
  --a 1
  # it's fine: an apostrophe and a "quote
)
python3 -m openrlhf.cli.train_rm "${SOME[@]}" "${NONE[@]}"

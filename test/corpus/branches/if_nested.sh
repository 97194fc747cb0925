#!/usr/bin/env bash
# construct: if, array-append, indexed-elements
# known: all
MODE=full SIZE=7
ARGS=()
if [[ $MODE = full ]]; then
  ARGS+=(--train.max_epochs 3)
  if [[ $SIZE -gt 10 ]]; then ARGS+=(--ds.zero_stage 3); else ARGS+=(--ds.zero_stage 2); fi
fi
python3 -m openrlhf.cli.train_sft "${ARGS[@]}" --stage "${ARGS[3]}"

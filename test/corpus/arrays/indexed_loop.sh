#!/usr/bin/env bash
# construct: indexed-elements, loops
# known: all
DATA=(gsm8k math)
STEPS=(100 200)
for i in 0 1; do
  python -m openrlhf.cli.train_sft --data.dataset "${DATA[$i]}" --eval.steps "${STEPS[i]}"
done

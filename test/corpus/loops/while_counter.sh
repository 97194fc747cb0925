#!/usr/bin/env bash
# construct: loops, arithmetic
# known: all
i=1
while [ $i -le 3 ]; do
  python3 -m openrlhf.cli.train_sft --train.seed $i
  i=$((i + 1))
done
until (( i == 1 )); do (( i-- )); done
python3 -m openrlhf.cli.train_sft --train.seed $i

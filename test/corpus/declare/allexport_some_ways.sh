#!/bin/bash
# construct: export, if, loops
# env: C flags=1
# `set -a` on one way only: what is assigned after it is perhaps exported.
if [[ -n $flags ]]; then
  set -a
fi
LATER=1
for ((i = 0; i < 2; i++)); do
  :
done
python3 -m openrlhf.cli.train_sft --id 1
export LATER
python3 -m openrlhf.cli.train_sft --id 2
set -a
NOW=2
python3 -m openrlhf.cli.train_sft --id 3

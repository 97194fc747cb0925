#!/usr/bin/env bash
# construct: declare, indexed-elements, loops
# known: all
declare -A LR
LR[sft]=5e-6 LR[dpo]=5e-7
for stage in sft dpo; do
  python3 -m openrlhf.cli.train_$stage --adam.lr ${LR[$stage]}
done

#!/usr/bin/env bash
# construct: variables, loops
# known: all
LR_SFT=5e-6 LR_DPO=5e-7
for stage in SFT DPO; do
  key=LR_$stage
  python3 -m openrlhf.cli.train_sft --adam.lr ${!key}
done

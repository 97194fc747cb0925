#!/usr/bin/env bash
# construct: assignment-prefix, variables
# known: all
LR=1e-6
LR=2e-6 python -m openrlhf.cli.train_sft --adam.lr $LR
LR=3e-6 OUT=o
python -m openrlhf.cli.train_sft --adam.lr $LR --ckpt.output_dir "$OUT"

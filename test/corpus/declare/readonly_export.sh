#!/usr/bin/env bash
# construct: readonly, export, bash-c
# known: all
declare -rx LR=1e-6
readonly OUT=o
export OUT
bash -c "python3 -m openrlhf.cli.train_sft --adam.lr \$LR --ckpt.output_dir \$OUT"

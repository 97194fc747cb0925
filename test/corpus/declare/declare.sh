#!/usr/bin/env bash
# construct: declare, arithmetic
# known: all
declare -i N=4*2
declare LR=1e-6 OUT
OUT=out
N=N+1
declare -a ARGS=(--n $N)
python3 -m openrlhf.cli.train_sft "${ARGS[@]}" --adam.lr $LR --ckpt.output_dir $OUT

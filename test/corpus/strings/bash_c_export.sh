#!/usr/bin/env bash
# construct: bash-c, export
# known: all
export LR=1e-6 OUT="out dir"
LOCAL_ONLY=1
bash -c 'python3 -m openrlhf.cli.train_rm --adam.lr $LR --ckpt.output_dir "$OUT"'
BETA=0.3 bash -c 'python3 -m openrlhf.cli.train_dpo --beta $BETA'

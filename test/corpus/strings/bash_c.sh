#!/usr/bin/env bash
# construct: bash-c, variables
# known: all
LR=5e-7
bash -c "python3 -m openrlhf.cli.train_dpo --adam.lr $LR --ckpt.output_dir out"
bash -c 'python3 -m openrlhf.cli.train_dpo --adam.lr 1e-6 --x "a b"'

#!/usr/bin/env bash
# construct: repeated-flag, functions
# known: all
train() { python -m openrlhf.cli.train_sft --adam.lr 1e-5 --data.max_len 1024 "$@"; }
train --data.max_len 2048 --ckpt.output_dir a
train --data.max_len 4096 --ckpt.output_dir b

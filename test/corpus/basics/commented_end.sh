#!/usr/bin/env bash
# construct: commented-out-flags, deepspeed
# known: all
# deepspeed --module openrlhf.cli.train_sft --old 1
deepspeed --module openrlhf.cli.train_sft \
  --ds.zero_stage 3 --train.max_epochs 2 # --ckpt.load_enable
# --adam.lr 1e-5

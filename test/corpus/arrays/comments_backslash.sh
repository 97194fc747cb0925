#!/usr/bin/env bash
# construct: array-comments, continuation-lines
# known: all
ARGS=(
  --train.batch_size 128 \
  --train.max_epochs 1 \
  # --data.max_len 1024 \
  --data.max_len 2048
)
deepspeed --module openrlhf.cli.train_dpo "${ARGS[@]}"

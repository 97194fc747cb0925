#!/usr/bin/env bash
# construct: scalar-flag, if
# env: B WANDB_TOKEN=
# env: C WANDB_TOKEN=tok
# known: all
WANDB_FLAG=""
if [ -n "$WANDB_TOKEN" ]; then
  WANDB_FLAG="--logger.wandb.key $WANDB_TOKEN"
fi
python3 -m openrlhf.cli.train_sft --train.max_epochs 1 $WANDB_FLAG --adam.lr 5e-6

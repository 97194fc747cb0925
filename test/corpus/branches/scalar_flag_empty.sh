#!/usr/bin/env bash
# construct: scalar-flag, variables, word-splitting
# known: all
EAGER_FLAG=""
KL_FLAG="--algo.kl.use_loss"
LEN_FLAG="--data.max_len 4096"
python3 -m openrlhf.cli.train_ppo_ray $EAGER_FLAG --train.seed 1 $KL_FLAG $LEN_FLAG "$EAGER_FLAG"

#!/usr/bin/env bash
# construct: env-command, continuation-lines
# known: all
env CUDA_VISIBLE_DEVICES=0,1 NCCL_P2P_DISABLE=1 \
  python3 -m openrlhf.cli.train_rm \
  --adam.lr 9e-6

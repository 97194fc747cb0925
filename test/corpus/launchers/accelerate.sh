#!/usr/bin/env bash
# construct: accelerate, continuation-lines
# known: all
accelerate launch --config_file zero3.yaml --num_processes 8 \
  -m openrlhf.cli.train_sft \
  --adam.lr 1e-5 --data.max_len 4096

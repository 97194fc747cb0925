#!/usr/bin/env bash
# construct: deepspeed, continuation-lines
# known: all
deepspeed --hostfile hosts --num_nodes 2 --num_gpus 8 --master_addr 10.0.0.1 --master_port=29500 \
  --module openrlhf.cli.train_sft --adam.lr 5e-6 \
  --ds.zero_stage 3

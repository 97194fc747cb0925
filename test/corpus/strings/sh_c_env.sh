#!/usr/bin/env bash
# construct: sh-c, assignment-prefix
# known: all
CUDA_VISIBLE_DEVICES=0,1 sh -c "deepspeed --module openrlhf.cli.train_rm --train.max_epochs 1"
/bin/sh -c "WANDB_MODE=offline deepspeed --module openrlhf.cli.train_rm --train.max_epochs 2"

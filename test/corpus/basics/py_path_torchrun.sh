#!/usr/bin/env bash
# construct: py-path, torchrun
# known: all
torchrun --nproc_per_node=4 openrlhf/cli/train_sft.py --train.batch_size 64 --ckpt.output_dir out

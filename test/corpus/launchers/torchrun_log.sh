#!/usr/bin/env bash
# construct: torchrun, pipes, time-prefix
# known: all
time torchrun --nproc-per-node 2 -m openrlhf.cli.train_sft --train.max_epochs 1 | tee sft.log

#!/usr/bin/env bash
# construct: replace, length, assignment-prefix
# known: all
GPUS=0,1,2,3
ONLY_COMMAS=${GPUS//[!,]/}
CUDA_VISIBLE_DEVICES=$GPUS torchrun --nproc_per_node $((${#ONLY_COMMAS} + 1)) -m openrlhf.cli.train_sft --n $((${#ONLY_COMMAS} + 1)) --x ${GPUS//,/_}

#!/usr/bin/env bash
# construct: readonly, variables
# known: all
readonly LR=1e-6
readonly MODEL="Qwen/Qwen3-4B" SEED=3
python3 -m openrlhf.cli.train_sft --adam.lr $LR --model.model_name_or_path $MODEL --train.seed $SEED

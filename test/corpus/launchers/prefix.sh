#!/usr/bin/env bash
# construct: assignment-prefix, several-flags-a-line
# known: all
WANDB_MODE=offline TOKENIZERS_PARALLELISM=false python -m openrlhf.cli.train_sft --train.max_epochs 1 --adam.lr 5e-6

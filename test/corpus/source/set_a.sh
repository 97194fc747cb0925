#!/usr/bin/env bash
# construct: source, export, bash-c
# known: all
set -a
source train.env
set +a
bash -c 'python3 -m openrlhf.cli.train_sft --adam.lr $LR --model.model_name_or_path $MODEL'

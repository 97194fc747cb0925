#!/usr/bin/env bash
# construct: source
# known: all
source ./train.env
python3 -m openrlhf.cli.train_sft --model.model_name_or_path "$MODEL" --adam.lr $LR

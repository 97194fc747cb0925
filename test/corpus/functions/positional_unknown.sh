#!/usr/bin/env bash
# construct: positional-parameters
# known: all
MODEL=$1
LR=${2:-5e-7}
python3 -m openrlhf.cli.train_dpo --model.model_name_or_path "$MODEL" --adam.lr "$LR" --beta 0.1 "${@:3}"

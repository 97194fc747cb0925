#!/usr/bin/env bash
# construct: source, and-or
# known: all
# folder: any
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
source ./train.env
python3 -m openrlhf.cli.train_sft --adam.lr $LR --model.model_name_or_path "$MODEL"

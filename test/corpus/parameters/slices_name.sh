#!/usr/bin/env bash
# construct: slices, case-change, functions
# known: all
title() { NAME="${1:0:1}"; NAME="${NAME^^}${1:1}"; }
title grpo
python3 -m openrlhf.cli.train_sft --logger.wandb.run_name $NAME

#!/usr/bin/env bash
# construct: scalar-flag, if
# known: all
COLOCATE=true
FLAG=
if $COLOCATE; then FLAG="--train.colocate_all"; fi
python3 -m openrlhf.cli.train_ppo_ray $FLAG --train.seed 1

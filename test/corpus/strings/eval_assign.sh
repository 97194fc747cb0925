#!/usr/bin/env bash
# construct: eval, variables
# known: all
NAME=LR
eval "$NAME=3e-6"
eval 'ARGS=(--seed 1' '--x "a b")'
python3 -m openrlhf.cli.train_rm --adam.lr $LR "${ARGS[@]}"

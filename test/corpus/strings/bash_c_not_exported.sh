#!/usr/bin/env bash
# construct: bash-c, sh-c, variables
# known: all
LR=1e-6
bash -c 'python3 -m openrlhf.cli.train_rm --adam.lr "$LR" --train.seed 1'
SEED=2
export SEED
sh -c 'python3 -m openrlhf.cli.train_rm --adam.lr "$LR" --train.seed $SEED'

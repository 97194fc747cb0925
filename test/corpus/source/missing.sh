#!/usr/bin/env bash
# construct: source
# known: all
source ./not_in_the_repository.env
LR=5e-7
python3 -m openrlhf.cli.train_dpo --beta 0.1 --adam.lr $LR

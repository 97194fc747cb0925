#!/usr/bin/env bash
# construct: source, and-or, if
# known: all
[ -f ./train.env ] && source ./train.env
if [ -f ./train.env ]; then . ./train.env; fi
python3 -m openrlhf.cli.train_rm --train.max_epochs 1 --train.seed 5

#!/usr/bin/env bash
# construct: repeated-flag, word-splitting, variables
# known: all
DEFAULTS="--train.max_epochs 1 --adam.lr 9e-6"
deepspeed --module openrlhf.cli.train_rm $DEFAULTS --adam.lr 1e-5 $DEFAULTS

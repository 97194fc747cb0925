#!/usr/bin/env bash
# construct: cmd-variable, word-splitting
# known: all
cmd="python3 -m openrlhf.cli.train_rm --train.max_epochs 1 --adam.lr 9e-6"
echo $cmd
$cmd

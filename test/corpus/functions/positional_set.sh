#!/usr/bin/env bash
# construct: positional-parameters, word-splitting
# known: all
set -- --train.seed 1 --x "a b"
python3 -m openrlhf.cli.train_rm "$@"
shift 2
python3 -m openrlhf.cli.train_rm "$@" --n $#
set -- $1 again
python3 -m openrlhf.cli.train_rm $*

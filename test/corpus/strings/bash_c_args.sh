#!/usr/bin/env bash
# construct: bash-c, positional-parameters
# known: all
bash -c 'python3 -m openrlhf.cli.train_rm --adam.lr "$1" "${@:2}"' run 1e-5 --x 1 --y "2 3"

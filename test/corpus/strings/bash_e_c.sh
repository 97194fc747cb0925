#!/usr/bin/env bash
# construct: bash-c, sh-c
# known: all
bash -e -c 'python3 -m openrlhf.cli.train_rm --a 1'
bash -xc 'python3 -m openrlhf.cli.train_rm --a 2'
sh -ec "python3 -m openrlhf.cli.train_rm --a 3"
bash -o pipefail -c "python3 -m openrlhf.cli.train_rm --a 4"

#!/usr/bin/env bash
# construct: exec, bash-c
# known: all
bash -c 'exec python3 -m openrlhf.cli.train_rm --adam.lr 1e-5; echo never'
exec bash -c "python3 -m openrlhf.cli.train_rm --adam.lr 2e-5"

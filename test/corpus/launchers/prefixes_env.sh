#!/usr/bin/env bash
# construct: prefixes, env-command, nohup
# known: all
env X=1 nice nohup timeout 10 python3 -m openrlhf.cli.train_rm --adam.lr 9e-6

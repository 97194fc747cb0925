#!/usr/bin/env bash
# construct: nohup, bash-c
# known: all
nohup bash -c "python3 -m openrlhf.cli.train_sft --adam.lr 5e-6" > log.txt

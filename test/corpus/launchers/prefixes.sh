#!/usr/bin/env bash
# construct: prefixes, nohup
# known: all
nohup nice python3 -m openrlhf.cli.train_sft --a 1
stdbuf -oL python3 -m openrlhf.cli.train_sft --a 2 | cat
setsid python3 -m openrlhf.cli.train_sft --a 3

#!/usr/bin/env bash
# construct: env-command, bash-c
# known: all
env -u LD_PRELOAD WANDB_MODE=offline python3 -m openrlhf.cli.train_sft --adam.lr 5e-6
env A=1 bash -c 'python3 -m openrlhf.cli.train_sft --x "$A"'

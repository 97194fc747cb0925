#!/usr/bin/env bash
# construct: flag-equals-value, scalar-flag, python-m
# known: all
KEY=
python3 -m openrlhf.cli.train_rm --logger.wandb.key=$KEY --logger.wandb.org="" --logger.wandb.project= --ckpt.output_dir=o'u't

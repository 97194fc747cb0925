#!/usr/bin/env bash
# construct: positional-parameters, if
# known: all
# stops: A
if [ $# -lt 1 ]; then
  echo "usage: $0 NAME"
  exit 1
fi
python3 -m openrlhf.cli.train_rm --logger.wandb.run_name "$1" --adam.lr 9e-6

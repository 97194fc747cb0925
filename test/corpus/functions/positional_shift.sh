#!/usr/bin/env bash
# construct: positional-parameters
# known: all
# args: A first
NAME=${1:?usage: NAME FLAGS...}
shift
python3 -m openrlhf.cli.train_rm --logger.wandb.run_name "$NAME" --adam.lr 9e-6 "$@"

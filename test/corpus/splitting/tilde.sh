#!/usr/bin/env bash
# construct: quotes
# known: all
python3 -m openrlhf.cli.train_sft --a '~' --b "~/data" --c x~ --d \~ --train.seed 1 --e ~/models --f=~/x

#!/usr/bin/env bash
# construct: guides
# known: all
python3 -m openrlhf.cli.train_sft --a 1 \

python3 -m openrlhf.cli.train_rm --b 2 \

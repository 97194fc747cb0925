#!/usr/bin/env bash
# construct: arrays, word-splitting
# known: all
ARGS=(--a "1 2" --b 3)
python -m openrlhf.cli.train_sft ${ARGS[@]} ${ARGS[*]}

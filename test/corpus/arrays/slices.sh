#!/usr/bin/env bash
# construct: arrays, slices
# known: all
ARGS=(--a 1 --b 2 --c 3)
python -m openrlhf.cli.train_sft "${ARGS[@]:2:2}" "${ARGS[@]:4}" "${ARGS[@]: -1}"

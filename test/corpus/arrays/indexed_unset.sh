#!/usr/bin/env bash
# construct: indexed-elements, array-append
# known: all
ARGS=(--a 1 --b 2)
unset 'ARGS[1]'
unset ARGS[0]
ARGS+=(--c)
python -m openrlhf.cli.train_sft "${ARGS[@]}"

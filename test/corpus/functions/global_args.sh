#!/usr/bin/env bash
# construct: functions, array-append
# known: all
ARGS=(--a 1)
add() { ARGS+=("$@"); }
add --b 2
add --c "3 4"
python -m openrlhf.cli.train_sft "${ARGS[@]}"

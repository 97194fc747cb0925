#!/usr/bin/env bash
# construct: ansi-c, arrays
# known: all
ARGS=(--a $'one\ntwo' --b $'three')
IFS=$'\n'
L=$'p q\nr'
python3 -m openrlhf.cli.train_sft "${ARGS[@]}" $L

#!/usr/bin/env bash
# construct: word-splitting, arrays
# known: all
LIST=a,b,,c
IFS=,
ITEMS=($LIST)
python3 -m openrlhf.cli.train_sft --x $LIST --y "${ITEMS[*]}" --n ${#ITEMS[@]}
IFS=$' \t\n'
python3 -m openrlhf.cli.train_sft --x $LIST "${ITEMS[@]}"

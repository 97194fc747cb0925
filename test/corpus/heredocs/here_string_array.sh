#!/usr/bin/env bash
# construct: here-string, arrays, indexed-elements
# known: all
IFS=, read -r -a GPUS <<< "0,2,5"
LINE='a  b\c'
read -r ONE TWO <<< "$LINE"
read THREE FOUR <<< "$LINE"
python3 -m openrlhf.cli.train_rm --g "${GPUS[1]}" --n ${#GPUS[@]} --x "$TWO" --y "$FOUR"

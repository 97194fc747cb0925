#!/usr/bin/env bash
# construct: arrays, array-append
# known: all
A=(--one 1)
B=("${A[@]}")
A+=(--two 2)
A=("${A[@]}" --three 3)
python -m openrlhf.cli.train_sft "${A[@]}"
python -m openrlhf.cli.train_rm "${B[@]}"

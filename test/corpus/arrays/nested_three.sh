#!/usr/bin/env bash
# construct: nested-expansion, arrays
# known: all
A=(--a 1)
B=("${A[@]}" --b "two words")
C=(--c "${B[@]}" --last)
python3 -m openrlhf.cli.train_sft "${C[@]}"

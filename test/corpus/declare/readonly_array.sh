#!/usr/bin/env bash
# construct: readonly, arrays, declare
# known: all
readonly -a COMMON=(--a 1 --b "2 3")
declare -ar MORE=(--c)
readonly X=1; readonly X
python3 -m openrlhf.cli.train_sft "${COMMON[@]}" "${MORE[@]}" --x $X

#!/usr/bin/env bash
# construct: defaults, arrays
# known: all
ARGS=()
SOME=(--a 1)
python3 -m openrlhf.cli.train_sft "${ARGS[@]:-none}" "${SOME[@]:+${SOME[@]}}" ${ARGS[@]+"${ARGS[@]}"} ${SOME[@]+"${SOME[@]}"}

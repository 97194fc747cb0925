#!/usr/bin/env bash
# construct: brace-expansion, arrays
# known: all
ARGS=(--{one,two} --x={1,2})
python3 -m openrlhf.cli.train_rm "${ARGS[@]}" {--a,--b}' 'z

#!/usr/bin/env bash
# construct: slices, positional-parameters
# known: all
set -- a b "c d" e
python3 -m openrlhf.cli.train_sft --x "${@:2}" --y "${@:1:2}" --z "${*:3:2}" --w "${@: -1}"

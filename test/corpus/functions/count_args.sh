#!/usr/bin/env bash
# construct: functions, positional-parameters, length
# known: all
run() { python -m openrlhf.cli.train_sft --n $# --first "$1" --rest "${@:2}" --all "$*" --last "${!#}"; }
run a "b c" d

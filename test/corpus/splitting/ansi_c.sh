#!/usr/bin/env bash
# construct: ansi-c, variables
# known: all
SEP=$'\t'
T=$'it\'s\x41\u00e9\e[0m\101'
python3 -m openrlhf.cli.train_sft --a "$SEP" --b "$T" --c $'a\\nb' --d "$'\n'" --e x$'y z'w

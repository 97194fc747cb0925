#!/usr/bin/env bash
# construct: and-or
# known: all
[ -d . ] || exit 1
test -n "$HOME" || { echo "no home" >&2; exit 2; }
python3 -m openrlhf.cli.train_sft --a 1

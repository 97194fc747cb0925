#!/usr/bin/env bash
# construct: prefixes, variables
# known: all
PY=python3
builtin command "$PY" -m openrlhf.cli.train_rm --a 1
command "$PY" -u -m openrlhf.cli.train_rm --a 2

#!/usr/bin/env bash
# construct: exec, assignment-prefix
# known: all
(exec python3 -m openrlhf.cli.train_rm --a 1; python3 -m openrlhf.cli.train_rm --never)
A=1 exec python3 -m openrlhf.cli.train_rm --a 2

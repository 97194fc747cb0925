#!/usr/bin/env bash
# construct: commented-out-flags, quotes
# known: all
python3 -m openrlhf.cli.train_rm --a b#c --d "#e" --f \#g --h '# i' --color=#fff #--last 1

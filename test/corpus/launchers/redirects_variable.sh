#!/usr/bin/env bash
# construct: redirects, variables
# known: all
LOG=train.log
python3 -m openrlhf.cli.train_rm --n 2 > $LOG 2>&1
python3 -m openrlhf.cli.train_rm --n 3 2>"${LOG%.log}.err" 1>>"$LOG"

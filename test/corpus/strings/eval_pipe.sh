#!/usr/bin/env bash
# construct: eval, pipes, redirects
# known: all
CMD="python3 -m openrlhf.cli.train_rm --train.max_epochs 1 2>&1 | tee rm.log"
eval "$CMD"
eval "cd . && python3 -m openrlhf.cli.train_rm --train.max_epochs 2"

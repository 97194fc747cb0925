#!/usr/bin/env bash
# construct: eval, variables
# known: all
LR=1e-6
CMD='python3 -m openrlhf.cli.train_rm --adam.lr $LR --x "${LR}a"'
LR=2e-6
eval "$CMD"

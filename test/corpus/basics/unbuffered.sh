#!/usr/bin/env bash
# construct: python-u-m, redirects, pipes
# known: all
python3 -u -m openrlhf.cli.train_dpo --beta 0.1 --train.max_epochs 1 2>&1 | tee dpo.log

#!/usr/bin/env bash
# construct: repeated-flag, several-flags-a-line, flag-equals-value
# known: all
python -m openrlhf.cli.train_dpo --beta 0.1 --beta=0.2 --beta 0.3 --ipo_enable --beta=0.05

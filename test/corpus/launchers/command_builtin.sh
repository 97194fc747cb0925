#!/usr/bin/env bash
# construct: prefixes
# known: all
command python3 -m openrlhf.cli.train_sft --a 1
! python3 -m openrlhf.cli.train_sft --a 2
timeout 3600 python3 -m openrlhf.cli.train_sft --a 3
nice -n 10 python3 -m openrlhf.cli.train_sft --a 4

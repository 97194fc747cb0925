#!/usr/bin/env bash
# construct: pipes, redirects
# known: all
python3 -m openrlhf.cli.train_dpo --beta 0.1 2>&1 | tee -a logs.txt
yes | python3 -m openrlhf.cli.train_dpo --beta 0.2 |& grep loss | tail -n 5

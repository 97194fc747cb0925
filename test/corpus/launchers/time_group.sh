#!/usr/bin/env bash
# construct: time-prefix, and-or, redirects
# known: all
time { cd . && python3 -m openrlhf.cli.train_dpo --beta 0.1; } 2> timing.txt

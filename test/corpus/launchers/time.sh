#!/usr/bin/env bash
# construct: time-prefix
# known: all
time python3 -m openrlhf.cli.train_dpo --beta 0.1
time -p deepspeed --module openrlhf.cli.train_dpo --beta 0.2

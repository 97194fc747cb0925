#!/usr/bin/env bash
# construct: nohup, time-prefix, exec
# known: all
time nohup deepspeed --module openrlhf.cli.train_sft --train.max_epochs 2
exec nohup python3 -m openrlhf.cli.train_sft --train.max_epochs 3

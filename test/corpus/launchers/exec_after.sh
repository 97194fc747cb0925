#!/usr/bin/env bash
# construct: exec, redirects
# known: all
exec > run.log 2>&1
python3 -m openrlhf.cli.train_rm --train.max_epochs 1
exec deepspeed --module openrlhf.cli.train_rm --train.max_epochs 2
python3 -m openrlhf.cli.train_rm --never 1

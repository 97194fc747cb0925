#!/usr/bin/env bash
# construct: deepspeed, redirects, background, nohup
# known: all
nohup deepspeed --no_local_rank --module openrlhf.cli.train_rm --train.max_epochs 1 > rm.log 2>&1 &
wait

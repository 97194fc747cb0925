#!/usr/bin/env bash
# construct: cmd-variable, string-append, if
# known: all
DEBUG=0
CMD="deepspeed --module openrlhf.cli.train_dpo --beta 0.1"
CMD+=" --adam.lr 5e-7"
CMD="$CMD --data.max_len 1024"
if [ $DEBUG -eq 1 ]; then CMD="$CMD --data.max_samples 100"; fi
$CMD

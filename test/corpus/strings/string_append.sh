#!/usr/bin/env bash
# construct: string-append, word-splitting
# known: all
FLAGS="--train.max_epochs 1"
FLAGS+=" --adam.lr 9e-6"
FLAGS="${FLAGS} --data.max_len 8192"
FLAGS="--ds.zero_stage 2 $FLAGS"
deepspeed --module openrlhf.cli.train_rm $FLAGS

#!/usr/bin/env bash
# construct: arithmetic, string-append
# known: all
BATCH=100 MICRO=8
ACC=$(( (BATCH + MICRO - 1) / MICRO ))
(( ACC > 4 )) && FLAGS="--train.micro_batch_size $((MICRO * 2))"
FLAGS+=" --n $ACC"
python3 -m openrlhf.cli.train_sft $FLAGS

#!/usr/bin/env bash
# construct: length, arithmetic, word-splitting
# known: all
IFS=',' read -ra GPUS <<< "0,1,2,5"
N=${#GPUS[@]}
python3 -m openrlhf.cli.train_sft --train.batch_size $((N * 16)) --last ${GPUS[3]} --n $N

#!/usr/bin/env bash
# construct: if, heredoc-read, deepspeed
# known: all
# args: A
# args: B slurm
# args: C other
# may: conditional
read -r -d '' training_commands <<EOF
openrlhf.cli.train_rm \
   --train.max_epochs 1 \
   --adam.lr 9e-6
EOF
if [[ ${1} != "slurm" ]]; then
    deepspeed --module $training_commands
fi

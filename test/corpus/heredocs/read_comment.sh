#!/usr/bin/env bash
# construct: heredoc-read, commented-out-flags
# known: all
read -r -d '' training_commands <<EOF
openrlhf.cli.train_rm \
   --train.max_epochs 1 \
   # --ds.zero_stage 3 \
   --adam.lr 9e-6
EOF
deepspeed --module $training_commands

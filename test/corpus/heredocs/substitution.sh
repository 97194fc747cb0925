#!/usr/bin/env bash
# construct: heredoc-substitution, word-splitting
# known: all
ARGS=$(cat <<EOF
--train.max_epochs 1
--adam.lr 9e-6
EOF
)
deepspeed --module openrlhf.cli.train_sft $ARGS
